import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ESLint } from 'eslint';
import { ROOT } from './source-tree.js';

/** A file that exists, so that the type-aware rules find its project. */
const SOURCE_FILE = 'src/application/claim-jobs.ts';

/** Faults by the rule that must see them. */
const FAULTS: Readonly<Record<string, string>> = {
  'no-floating-promises': 'export function f(p: Promise<void>): void { p; }',
  'no-misused-promises': 'export function f(p: Promise<boolean>): number { if (p) return 1; return 2; }',
  'await-thenable': 'export async function f(n: number): Promise<void> { await n; }',
  'no-explicit-any': 'export const a = (x: any): unknown => x;',
  'no-non-null-assertion': 'export const a = (x: string | undefined): string => x!;',
  'switch-exhaustiveness-check': `export function f(x: 'a' | 'b'): void { switch (x) { case 'a': break; } }`,
  'consistent-type-imports': `import { Job } from '../domain/job.js'; export type A = Job;`,
  'no-unsafe-return': 'export const f = (text: string): string => JSON.parse(text);',
  'only-throw-error': `export function f(): never { throw 'text'; }`,
};

/** A file of the page in the browser. */
const CLIENT_FILE = 'src/interfaces/web/client/app.tsx';

/** Ways to have text read as HTML. */
const HTML_FAULTS = [
  'export const f = (element: Element, text: string): void => { element.innerHTML = text; };',
  `export const f = (element: Element, text: string): void => element.insertAdjacentHTML('beforeend', text);`,
  'export const F = () => <p dangerouslySetInnerHTML={{ __html: location.hash }} />;',
  `export const f = (text: string) => ({ ['dangerouslySetInnerHTML']: { __html: text } });`,
];

describe('lint', () => {
  const eslint = new ESLint({ cwd: ROOT });

  it('runs on the source and on the tests', async () => {
    for (const file of [SOURCE_FILE, CLIENT_FILE, 'test/architecture/lint.test.ts', 'knexfile.ts']) {
      expect(await eslint.isPathIgnored(file), file).to.equal(false);
    }
  });

  for (const [rule, fault] of Object.entries(FAULTS)) {
    it(`sees a fault against ${rule}`, async () => {
      const [result] = await eslint.lintText(fault, { filePath: SOURCE_FILE });
      const errors = result?.messages.filter(({ severity }) => severity === 2) ?? [];
      expect(errors.map(({ ruleId }) => ruleId)).to.include(`@typescript-eslint/${rule}`);
    });
  }

  for (const fault of HTML_FAULTS) {
    it(`sees text that is read as HTML: ${fault}`, async () => {
      const [result] = await eslint.lintText(fault, { filePath: CLIENT_FILE });
      expect(result?.messages.map(({ ruleId }) => ruleId)).to.include('no-restricted-syntax');
    });
  }

  it('sees that a rule was switched off without need', async () => {
    const comment = '// eslint-disable-next-line @typescript-eslint/no-explicit-any -- no reason';
    const [result] = await eslint.lintText(`${comment}\nexport const a = 1;\n`, { filePath: SOURCE_FILE });
    expect(result?.errorCount).to.equal(1);
  });
});

describe('Biome', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leasehold-lint-'));
  const biome = (command: 'format' | 'lint', text: string) => {
    copyFileSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
    writeFileSync(join(folder, 'fault.ts'), text);
    const script = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
    const { status, stderr } = spawnSync(process.execPath, [script, command], { cwd: folder, encoding: 'utf8' });
    return { status, stderr };
  };
  after(() => rmSync(folder, { recursive: true }));

  it('sees faults', () => {
    const { status, stderr } = biome('lint', 'export function f(a: number) {\n  debugger;\n  return a == 1;\n}\n');
    expect(status).to.equal(1);
    expect(stderr).to.contain('lint/suspicious/noDebugger').and.to.contain('lint/suspicious/noDoubleEquals');
  });

  it('sees what is not formatted as the project wants it', () => {
    expect(biome('format', 'export const a={b:"c"}').status).to.equal(1);
    expect(biome('format', `export const a = { b: 'c' };\n`).status).to.equal(0);
  });
});
