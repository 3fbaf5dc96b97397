import { useRef, useState } from 'react';
import { type FrozenRows, freezeRows } from './frozen-rows.js';

interface Options<T> {
  readonly latest: readonly T[];
  /** Which list it is: another one is shown at once. */
  readonly list: string;
  /** `latest` is still the list before. */
  readonly isOld: boolean;
  readonly isHeld: boolean;
}

/** The rows to show: the latest, unless they are held. `move` lets them move on although they are. */
export function useHeldRows<T extends { id: string }>({ latest, list, isOld, isHeld }: Options<T>) {
  const shown = useRef<{ list: string; rows: readonly T[] }>({ list: '', rows: [] });
  const [, setMoves] = useState(0);
  if (!isHeld || isOld || shown.current.list !== list) shown.current = { list: isOld ? '' : list, rows: latest };
  const frozen: FrozenRows<T> = freezeRows(shown.current.rows, latest);
  const move = () => {
    shown.current = { list, rows: latest };
    setMoves((moves) => moves + 1);
  };
  return { ...frozen, move };
}
