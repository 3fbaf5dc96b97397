import { readFileSync, writeFileSync } from 'node:fs';
import { withSettingsTable } from './settings-table.js';

const readme = new URL('../README.md', import.meta.url);
writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8')));
