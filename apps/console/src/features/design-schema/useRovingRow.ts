/** One stop of the Tab key for a list: arrows, Home, End and the first letters of a name move between its rows. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

export interface NamedRow {
  readonly key: string;
  readonly name: string;
}

/** Milliseconds after which a letter begins another name. */
const NAME_MS = 700;

/** @param selected the row that Tab reaches first, until another one has had the focus */
export function useRovingRow(rows: readonly NamedRow[], selected: string | undefined) {
  const [active, setActive] = useState<string | null>(null);
  const typed = useRef({ text: '', at: 0 });
  const goal = useRef<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const stop = [active, selected].find((key) => rows.some((row) => row.key === key)) ?? rows[0]?.key;
  // A row out of sight is drawn first, and then has the focus.
  useLayoutEffect(() => {
    if (goal.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(goal.current)}"]`)?.focus();
    goal.current = null;
  }, [active]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.findIndex(({ key }) => key === stop);
    const next = STEPS[event.key]?.(at, rows.length - 1) ?? named(event);
    const row = next === undefined ? undefined : rows[next];
    if (row === undefined) return;
    event.preventDefault();
    goal.current = row.key;
    setActive(row.key);
  };

  /** The next row of the name that is being typed, as file lists have it; a letter again goes to the next one. */
  const named = ({ key, timeStamp }: KeyboardEvent): number | undefined => {
    if (key.length !== 1 || key === ' ') return undefined;
    const before = timeStamp - typed.current.at < NAME_MS ? typed.current.text : '';
    const text = before + key.toLowerCase();
    typed.current = { text, at: timeStamp };
    const isAgain = [...text].every((letter) => letter === text[0]);
    const wanted = isAgain ? text.slice(0, 1) : text;
    const at = rows.findIndex((row) => row.key === stop);
    const order = [...rows.keys()].map((index) => (at + (isAgain ? 1 : 0) + index) % rows.length);
    return order.find((index) => rows[index]?.name.toLowerCase().startsWith(wanted));
  };

  return { list, stop, onKeyDown, onFocus: setActive };
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};
