import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { ROOT, readSourceTree } from './source-tree.js';

const OPTIONS = { module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true, removeComments: true };

function hasCode(text: string): boolean {
  const { outputText } = ts.transpileModule(text, { compilerOptions: OPTIONS });
  return outputText.trim() !== 'export {};';
}

describe('The gate of coverage', function () {
  this.timeout(60_000);

  it('leaves out the files without code, and no others', () => {
    const { exclude } = JSON.parse(readFileSync(join(ROOT, '.c8rc.json'), 'utf8')) as { exclude: string[] };
    // The client of the page runs in a browser, where its tests are.
    const measured = [...readSourceTree('src')].filter(([path]) => !path.startsWith('src/interfaces/web/client/'));
    const empty = measured.filter(([, text]) => !hasCode(text)).map(([path]) => path);
    expect(exclude).to.have.members(empty);
  });

  describe('on figures', () => {
    const folder = mkdtempSync(join(tmpdir(), 'leasehold-gate-'));
    after(() => rmSync(folder, { recursive: true }));

    /** @param covered of 100 lines and branches, by file */
    const gate = (covered: Readonly<Record<string, number>>) => {
      const file = (count: number) => ({ total: 100, covered: count });
      const summary = Object.entries(covered).map(([path, count]) => [
        join(ROOT, path),
        { lines: file(count), branches: file(count) },
      ]);
      mkdirSync(join(folder, 'coverage'), { recursive: true });
      writeFileSync(join(folder, 'coverage', 'coverage-summary.json'), JSON.stringify(Object.fromEntries(summary)));
      const script = join(ROOT, 'scripts', 'coverage-gate.mjs');
      return spawnSync(process.execPath, [script, join(folder, 'coverage')], { encoding: 'utf8' });
    };

    it('passes what is covered well enough', () => {
      const { status, stdout } = gate({ 'src/domain/a.ts': 95, 'src/application/b.ts': 95, 'src/interfaces/c.ts': 85 });
      expect([status, stdout]).to.deep.equal([0, stdout]);
      expect(stdout).to.match(/domain .*95\.00.*\n.*application .*95\.00/);
    });

    it('fails when a layer, or all together, is below', () => {
      const core = { 'src/domain/a.ts': 94, 'src/application/b.ts': 100, 'src/interfaces/c.ts': 100 };
      expect(gate(core).status).to.equal(1);
      const all = { 'src/domain/a.ts': 95, 'src/application/b.ts': 95, 'src/interfaces/c.ts': 70 };
      expect(gate(all).status).to.equal(1);
      expect(gate({}).status).to.equal(1);
    });
  });
});
