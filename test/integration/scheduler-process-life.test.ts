import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const MAIN = fileURLToPath(new URL('../support/scheduler/process-life-main.ts', import.meta.url));

async function runProgram(name: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN, name], { timeout: 10_000 });
  const chunks: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { code, signal, printed: chunks.join('') };
}

describe('A process with a TaskScheduler', () => {
  const lines = 'line 1\nline 2\nline 3\nline 4\nline 5\n';
  const programs = {
    idle: 'ran\n',
    waiting: 'waited\n',
    submitted: lines,
    shutDown: '1,2,3\n',
    printing: `${lines}after\n`,
  };
  const titles = {
    idle: 'ends by itself when nothing is pending',
    waiting: 'lives as long as a task runs',
    submitted: 'lives as long as a submitted task runs, and shows all that it prints',
    shutDown: 'ends after a shutdown',
    printing: 'shows what a task prints',
  };
  for (const name of ['idle', 'waiting', 'submitted', 'shutDown', 'printing'] as const) {
    it(titles[name], async () => {
      const { printed, ...end } = await runProgram(name);
      expect(end).to.deep.equal({ code: 0, signal: null });
      const sorted = (text: string) => text.split('\n').sort();
      expect(sorted(printed)).to.deep.equal(sorted(programs[name]));
    });
  }
});
