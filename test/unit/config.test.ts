import { expect } from 'chai';
import { type Command, ConfigError, loadConfig } from '../../src/infrastructure/config.js';
import type { Setting } from '../../src/infrastructure/configuration/setting.js';
import { SETTINGS } from '../../src/infrastructure/configuration/settings.js';

const problemsOf = (environment: NodeJS.ProcessEnv, command: Command = 'start'): readonly string[] => {
  try {
    loadConfig(environment, command);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

const locationOf = (environment: NodeJS.ProcessEnv) => loadConfig(environment, 'start').database.location;

describe('configuration', () => {
  it('needs no variable at all', () => {
    expect(loadConfig({}, 'api')).to.deep.equal({
      command: 'api',
      database: {
        location: { kind: 'sqlite', path: './data/leasehold.sqlite3' },
        poolMax: 10,
        batchMax: 200,
        wakeUp: 'notify',
        readOnly: false,
      },
      http: {
        host: '127.0.0.1',
        port: 8000,
        allowedHosts: ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'],
        publicUrl: undefined,
        trustProxy: false,
        corsAllowedOrigins: [],
        maxBodyBytes: 1_048_576,
        timeZone: 'UTC',
        environmentName: '',
      },
      log: { level: 'info', workerLevel: 'info', format: undefined },
      queue: {
        leaseMs: 30_000,
        backoff: { baseMs: 5000, maxMs: 300_000, jitter: 0 },
        maxAttemptsDefault: 3,
        cleanupBatchSize: 100,
      },
      worker: {
        threads: 4,
        pollIntervalMs: 500,
        cleanupIntervalMs: 5000,
        handlerTimeoutMs: undefined,
        shutdownGraceMs: 30_000,
        handlersPath: undefined,
        demoHandlers: false,
      },
    });
  });

  it('loads the demo handlers for start only, unless told', () => {
    expect(loadConfig({}, 'start').worker.demoHandlers).to.equal(true);
    expect(loadConfig({}, 'worker').worker.demoHandlers).to.equal(false);
    expect(loadConfig({ JOB_DEMO_HANDLERS: 'false' }, 'start').worker.demoHandlers).to.equal(false);
    expect(loadConfig({ JOB_DEMO_HANDLERS: 'TRUE' }, 'worker').worker.demoHandlers).to.equal(true);
  });

  it('is frozen all the way down', () => {
    const config = loadConfig({}, 'start');
    for (const part of [config, config.database.location, config.queue.backoff, config.http.allowedHosts]) {
      expect(part).to.be.frozen;
    }
  });

  it('reads seconds with a fraction as whole milliseconds', () => {
    const { queue, worker } = loadConfig(
      {
        JOB_WORKER_LEASE_SECONDS: '1.5',
        JOB_WORKER_BACKOFF_BASE_SECONDS: '0',
        JOB_WORKER_BACKOFF_MAX_SECONDS: '2147483.647',
        JOB_WORKER_CLEANUP_INTERVAL_SECONDS: '0.25',
        JOB_WORKER_HANDLER_TIMEOUT_SECONDS: '0.001',
        JOB_WORKER_SHUTDOWN_GRACE_SECONDS: '8.03',
      },
      'start',
    );
    expect(queue.leaseMs).to.equal(1500);
    expect(queue.backoff).to.include({ baseMs: 0, maxMs: 2_147_483_647 });
    expect(worker).to.include({ cleanupIntervalMs: 250, handlerTimeoutMs: 1, shutdownGraceMs: 8030 });
  });

  it('takes words in upper and lower case', () => {
    const { log, database } = loadConfig(
      { LOG_LEVEL: 'Warn', JOB_WORKER_LOG_LEVEL: 'DEBUG', LOG_FORMAT: 'JSON', JOB_WORKER_WAKE_UP: 'poll' },
      'start',
    );
    expect(log).to.deep.equal({ level: 'warn', workerLevel: 'debug', format: 'json' });
    expect(database.wakeUp).to.equal('poll');
  });
});

describe('configuration of the database', () => {
  it('knows three forms of DATABASE_URL', () => {
    const url = 'postgres://me:p%40ss@db.example:5433/jobs?sslmode=require';
    expect(locationOf({ DATABASE_URL: url })).to.deep.equal({ kind: 'postgres', url });
    expect(locationOf({ DATABASE_URL: 'postgresql://db/jobs' })).to.have.property('kind', 'postgres');
    expect(locationOf({ DATABASE_URL: 'memory:' })).to.deep.equal({ kind: 'memory' });
    expect(locationOf({ DATABASE_URL: 'sqlite:/srv/my jobs.db' })).to.deep.equal({
      kind: 'sqlite',
      path: '/srv/my jobs.db',
    });
    expect(locationOf({ DATABASE_URL: 'sqlite:///srv/jobs.db' })).to.deep.equal({
      kind: 'sqlite',
      path: '/srv/jobs.db',
    });
  });

  it('is built from the POSTGRES variables when only they are set', () => {
    expect(locationOf({ POSTGRES_HOST: 'db' })).to.deep.equal({
      kind: 'postgres',
      url: 'postgres://postgres:postgres@db:5432/job_queue',
    });
    const odd = { POSTGRES_USER: 'a@b', POSTGRES_PASSWORD: 'p/#:%', POSTGRES_DB: 'my jobs', POSTGRES_PORT: '6543' };
    expect(locationOf({ POSTGRES_HOST: '::1', ...odd })).to.deep.equal({
      kind: 'postgres',
      url: 'postgres://a%40b:p%2F%23%3A%25@[::1]:6543/my%20jobs',
    });
    expect(locationOf({ DATABASE_URL: 'memory:', POSTGRES_HOST: 'db' })).to.deep.equal({ kind: 'memory' });
    expect(locationOf({ POSTGRES_DB: 'jobs' })).to.have.property('kind', 'sqlite');
    expect(locationOf({ POSTGRES_HOST: '/run/postgresql', POSTGRES_PASSWORD: '' })).to.deep.equal({
      kind: 'postgres',
      url: 'postgres://postgres:@%2Frun%2Fpostgresql:5432/job_queue',
    });
  });

  for (const url of [
    '',
    'memory',
    'mysql://db/jobs',
    'sqlite:',
    'sqlite: x.db',
    'sqlite::memory:',
    'sqlite://x.db',
    'jobs.db',
    ' postgres://db/jobs',
    'postgres://me:s3cret@db:notaport/jobs',
    'postgres:db',
  ]) {
    it(`refuses DATABASE_URL "${url}" without repeating it`, () => {
      const [problem, ...others] = problemsOf({ DATABASE_URL: url });
      expect(problem).to.match(/^DATABASE_URL must be .*sqlite:PATH or memory:/);
      expect(problem).not.to.contain('s3cret');
      expect(others).to.deep.equal([]);
    });
  }

  it('refuses memory for a worker', () => {
    expect(problemsOf({ DATABASE_URL: 'memory:' }, 'worker').join()).to.match(/^DATABASE_URL must not be memory:/);
    expect(problemsOf({ DATABASE_URL: 'memory:' }, 'doctor').join()).to.match(/^DATABASE_URL must not be memory:/);
    expect(problemsOf({ DATABASE_URL: 'memory:' }, 'api')).to.deep.equal([]);
  });
});

describe('configuration of the API', () => {
  it('allows the host of PUBLIC_URL unless the hosts are given', () => {
    const PUBLIC_URL = 'https://Queue.example.org:8443/jobs/';
    const { http } = loadConfig({ PUBLIC_URL }, 'api');
    expect(http.publicUrl).to.equal('https://queue.example.org:8443/jobs');
    expect(http.allowedHosts).to.include.members(['localhost', 'queue.example.org']);
    const given = loadConfig({ PUBLIC_URL, ALLOWED_HOSTS: 'A.example:8080, [::1]' }, 'api');
    expect(given.http.allowedHosts).to.deep.equal(['a.example:8080', '[::1]']);
  });

  it('reads lists of origins', () => {
    const { http } = loadConfig({ CORS_ALLOWED_ORIGINS: 'https://App.example:443,http://localhost:5173' }, 'api');
    expect(http.corsAllowedOrigins).to.deep.equal(['https://app.example', 'http://localhost:5173']);
  });
});

describe('a bad variable', () => {
  const bad: Readonly<Record<string, readonly string[]>> = {
    JOB_WORKER_POLL_INTERVAL_MS: ['15s', '', ' 5', '5 ', '-1', '0', '2.5', '0x10', '1e3', '1e309', 'NaN', '2147483648'],
    JOB_WORKER_THREADS: ['2.5', '0', '-1', '+4', '04', '4,0', '٤', 'Infinity', '1001'],
    JOB_WORKER_LEASE_SECONDS: ['15s', '', '-1', '0', '0.05', '1e309', '.5', '1.', '1.0005', '2147483.648', '1,5'],
    JOB_WORKER_CLEANUP_INTERVAL_SECONDS: ['0', '0.001', 'five'],
    JOB_WORKER_HANDLER_TIMEOUT_SECONDS: ['0', '', '0.0005'],
    JOB_WORKER_BACKOFF_BASE_SECONDS: ['-1', 'NaN', ''],
    JOB_WORKER_BACKOFF_MAX_SECONDS: ['', '5m'],
    JOB_WORKER_SHUTDOWN_GRACE_SECONDS: ['', '-0', '2147484'],
    JOB_WORKER_BACKOFF_JITTER: ['-0.1', '1.1', '10%', ''],
    JOB_WORKER_MAX_ATTEMPTS_DEFAULT: ['0', '2147483648', '1.5'],
    JOB_WORKER_CLEANUP_BATCH_SIZE: ['0', '99999999999999999999'],
    JOB_WORKER_LOG_LEVEL: ['', 'loud', 'constructor'],
    JOB_WORKER_WAKE_UP: ['listen', ''],
    JOB_WORKER_HANDLERS: ['', ' handlers.js'],
    JOB_DEMO_HANDLERS: ['yes', '1', '', '__proto__', 'constructor'],
    DATABASE_POOL_MAX: ['0', ''],
    DATABASE_BATCH_MAX: ['0', '1e2'],
    HOST: ['', 'http://localhost', 'a b'],
    PORT: ['65536', '-1', '80a', ''],
    ALLOWED_HOSTS: ['', 'a,,b', 'a:b', 'https://a', '::1', '*,a', 'a,*', '*,*', '*:80', '*.a'],
    PUBLIC_URL: ['', 'queue.example.org', 'ftp://a', 'https://me:pw@a', 'https://a/?b', 'https://a/#', 'https://'],
    TRUST_PROXY: ['loopback', '2'],
    CORS_ALLOWED_ORIGINS: ['*', 'null', 'https://a/', 'a.example', 'https://a,', 'https://a/b'],
    API_MAX_BODY_BYTES: ['0', '1mb', '104857601'],
    ENVIRONMENT_NAME: ['x'.repeat(41)],
    TIME_ZONE: ['', 'Mars/Olympus', ' UTC'],
    LOG_LEVEL: ['', 'verbose'],
    LOG_FORMAT: ['', 'xml'],
    POSTGRES_HOST: ['', ' db', 'a b'],
    POSTGRES_PORT: ['0', '65536', ''],
    POSTGRES_DB: [''],
    POSTGRES_USER: [''],
  };

  for (const [name, texts] of Object.entries(bad)) {
    for (const text of texts) {
      it(`${name}=${JSON.stringify(text)} stops the start and says what is allowed`, () => {
        const problems = problemsOf({ [name]: text });
        expect(problems).to.have.length(1);
        expect(problems[0]).to.match(new RegExp(`^${name} must be .{4,}`));
      });
    }
  }

  it('is reported together with all others', () => {
    const problems = problemsOf({ PORT: 'x', LOG_LEVEL: 'x', JOB_WORKER_THREADS: 'x' });
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).to.deep.equal([
      'JOB_WORKER_THREADS',
      'LOG_LEVEL',
      'PORT',
    ]);
  });

  it('is known for each setting that can be bad', () => {
    const names = Object.values(SETTINGS).map(({ name }: Setting) => name);
    // DATABASE_URL has its own tests above, and any text is a password.
    expect([...Object.keys(bad), 'DATABASE_URL', 'POSTGRES_PASSWORD']).to.have.members(names);
  });
});

describe('the table of settings', () => {
  it('has defaults that are allowed', () => {
    for (const { name, kind, fallback } of Object.values<Setting>(SETTINGS)) {
      if (fallback !== undefined) expect(kind.read(fallback), name).not.to.equal(undefined);
    }
  });

  it('names each variable once', () => {
    const names = Object.values<Setting>(SETTINGS).map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
  });
});
