# Keeps one throw-away PostgreSQL and removes every trace of it when standard input closes. The kernel closes that pipe
# however the test process ends, SIGKILL included; no exit hook inside the test process can promise as much.
#
# File descriptor 3: a tar archive with PostgreSQL's bin, lib and share.
# Standard input:    orders, one a line: `start PORT`, `stop fast`, `stop immediate`.
# Standard output:   `ready` once the data directory is made, then `done` for each order. A failure ends the guard.
set -eu

home=$(mktemp -d "${TMPDIR:-/tmp}/leasehold-postgres-XXXXXX")
clean_up() {
  if [ -f "$home/data/postmaster.pid" ]; then
    "$home/bin/pg_ctl" stop --silent --mode=immediate --pgdata="$home/data" || true
  fi
  rm -rf "$home"
}
trap clean_up EXIT
trap 'exit 1' HUP INT PIPE TERM # PIPE: the test process may be gone before an answer is written

tar -xf - -C "$home" <&3
exec 3<&-

# No fsync and no full-page writes: they guard against a crash of the machine, which this data need not outlive. A crash
# of the server alone (`stop immediate`) loses nothing without them. Everything else that decides about durability and
# visibility keeps its default. Text sorts by a language's rules, so that a query leaning on byte order is found out.
"$home/bin/initdb" --pgdata="$home/data" --username=postgres --auth=trust --encoding=UTF8 \
  --locale=C --locale-provider=icu --icu-locale=en-US --no-sync \
  -c fsync=off -c full_page_writes=off -c max_connections=200 \
  -c listen_addresses=127.0.0.1 -c unix_socket_directories= >/dev/null
echo ready

while read -r order argument; do
  case $order in
    start)
      "$home/bin/pg_ctl" start --silent --pgdata="$home/data" --log="$home/log" --options="-p $argument" || {
        cat "$home/log" >&2
        exit 1
      }
      ;;
    stop) "$home/bin/pg_ctl" stop --silent --mode="$argument" --pgdata="$home/data" ;;
    *) exit 2 ;;
  esac
  echo done
done
