import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

describe('docs/reliability.md', () => {
  it('names a test for each fault, and every test that it names is there', () => {
    const text = readFileSync(join(DOCS, 'reliability.md'), 'utf8');
    const table = text.slice(text.indexOf('## Faults and the tests'));
    const rows = table.split('\n').filter((line) => /^\| (?!fault |---)/.test(line));
    expect(rows.length).to.be.above(70);
    for (const row of rows) {
      const files = [...row.matchAll(/\]\((\.\.\/test\/[^)]+)\)/g)].map(([, path = '']) => path);
      expect(files.length, row).to.be.above(0);
      for (const file of files) expect(existsSync(join(DOCS, file)), file).to.equal(true);
    }
  });
});
