/** A fact about a text that is being typed; the page is drawn anew only when the fact changes. */
import { useSyncExternalStore } from 'react';
import type { Documents } from './documents.ts';

/** @param fact of the text of the document, asked for with each key: quick, and gives the same value for the same fact */
export function useTextFact<T extends boolean | string | number>(
  documents: Documents,
  id: string | undefined,
  fact: (text: string) => T,
): T {
  const now = (): T => fact((id === undefined ? undefined : documents.get(id))?.text ?? '');
  return useSyncExternalStore(documents.subscribe, now);
}
