import type { Setting } from '../src/infrastructure/configuration/setting.js';
import { SETTINGS } from '../src/infrastructure/configuration/settings.js';

/** The table of environment variables as Markdown, made from the settings that the program itself reads. */
export function settingsTable(): string {
  const rows = Object.values<Setting>(SETTINGS).map(({ name, purpose, kind, fallback, shownDefault }) => {
    return `| \`${name}\` | ${code(shownDefault ?? fallback ?? 'none')} | ${purpose}: ${kind.allowed} |`;
  });
  return ['| variable | default | purpose |', '| --- | --- | --- |', ...rows].join('\n');
}

/** `readme` with the table in its place, between the two marks. */
export function withSettingsTable(readme: string): string {
  return readme.replace(
    /(<!-- settings -->\n)[\s\S]*(<!-- \/settings -->)/,
    (_all, begin, end) => `${begin}${settingsTable()}\n${end}`,
  );
}

function code(value: string): string {
  return /^[\w.:/,[\]-]+$/.test(value) && !['none', 'empty'].includes(value) ? `\`${value}\`` : value;
}
