import { parseArgs } from 'node:util';

/**
 * The arguments of the command line; a mistake in them ends the process.
 *
 * @param all names of the benches that there are
 * @returns `names`, or all; `rounds`; `jobs`, if the benches shall not take as many as they like; `json`, the file for the
 *   figures; `node`, the path of another Node.js
 */
export function readArguments(all) {
  const options = {
    rounds: { type: 'string', default: '3' },
    jobs: { type: 'string' },
    json: { type: 'string' },
    node: { type: 'string' },
  };
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options });
    const unknown = positionals.find((name) => !all.includes(name));
    if (unknown !== undefined) throw new Error(`No bench ${unknown}`);
    return {
      ...values,
      names: positionals.length > 0 ? positionals : all,
      rounds: numberFrom(values.rounds, 1),
      jobs: values.jobs === undefined ? undefined : numberFrom(values.jobs, 1_000),
    };
  } catch (error) {
    const usage = 'Usage: npm run bench -- [NAME…] [--rounds N] [--jobs N] [--json FILE] [--node PATH]';
    console.error(`${error.message}\n${usage}\nBenches: ${all.join(', ')}`);
    process.exit(2);
  }
}

function numberFrom(text, step) {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number % step === 0) return number;
  throw new Error(step === 1 ? `${text} is not a number of rounds` : `--jobs must be a multiple of ${step}`);
}
