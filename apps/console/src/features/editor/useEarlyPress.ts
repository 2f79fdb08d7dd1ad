/** The buttons of the editor stand before the text and its graph do. */
import { useEffect, useRef } from 'react';

type Press<A> = (acts: A) => void;

/**
 * Does at once what a button is for; while that is still to come, the last press waits for it, and is dropped when another
 * file is opened.
 * @param acts those of the present render
 * @param file id of the open file
 * @param isComing whether what they act on is on its way
 */
export function useEarlyPress<A>(
  acts: A,
  file: string | undefined,
  isComing: boolean,
): (press: Press<A>) => void {
  const waiting = useRef<{ readonly file: string | undefined; readonly press: Press<A> }>(null);
  useEffect(() => {
    if (isComing || waiting.current === null) return;
    const early = waiting.current;
    waiting.current = null;
    // Pressed before it was known which file is open: it is this one.
    if (early.file === undefined || early.file === file) early.press(acts);
  });
  return (press) => {
    if (isComing) waiting.current = { file, press };
    else press(acts);
  };
}
