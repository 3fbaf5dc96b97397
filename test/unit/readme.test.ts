import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { settingsTable } from '../../scripts/settings-table.js';

describe('README.md', () => {
  it('lists every environment variable as the program reads it (npm run docs)', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    expect(readme).to.include(settingsTable());
  });
});
