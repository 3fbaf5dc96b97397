import { spread } from './statistics.mjs';

/** @param goals see goals.mjs @returns a table of what was aimed at and what was measured */
export function goalTable(goals) {
  const rows = goals.map(({ measure, target, unit, values, isMet }) => {
    const result = spread(values);
    return [measure, target, withRange(result, unit), verdict(isMet?.(result))];
  });
  return table(['measure', 'target', 'measured', 'met'], rows);
}

/** @param names the measurements, a row each @param columns what a column shows of one figure, by its head */
export function figureTable(figures, head, names, columns) {
  const rows = names.map((name) => {
    return [name, ...Object.values(columns).map((pick) => withRange(spread(figures[name].map(pick)), ''))];
  });
  return table([head, ...Object.keys(columns)], rows);
}

export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function verdict(isMet) {
  if (isMet === undefined) return '–';
  return isMet ? 'yes' : '**no**';
}

function withRange({ median, min, max }, unit) {
  return min === max ? `${number(median)}${unit}` : `${number(median)}${unit} (${number(min)}–${number(max)})`;
}

/** Three digits are more than such figures are worth. */
function number(value) {
  if (value >= 1_000) return Number(value.toPrecision(3)).toLocaleString('en');
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}
