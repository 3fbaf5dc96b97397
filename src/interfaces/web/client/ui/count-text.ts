const FORMAT = new Intl.NumberFormat('en-US', { useGrouping: true });

/** A count with thin spaces between thousands, e.g. `12 345`. */
export function countText(count: number): string {
  return FORMAT.format(count).replaceAll(',', '\u2009');
}

/** `1 job`, `2 jobs`. */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
