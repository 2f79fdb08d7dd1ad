/**
 * Which text of a graph's query a file was made from, so that a newer one of a colleague is not replaced unseen. Kept in
 * this browser, by file: two tabs may have seen different texts.
 */
import { z } from 'zod';
import { signs } from './query-text.ts';

const KEY = 'acacia.editor.seen-queries';
/** Entries that are kept; the oldest are forgotten first, and their queries compared by the person once more. */
const MOST = 300;

const Entries = z.array(z.tuple([z.string(), z.string()]));

export interface QueryInFile {
  readonly file: string;
  readonly graph: string;
  readonly name: string;
}

const nameOf = ({ file, graph, name }: QueryInFile): string => JSON.stringify([file, graph, name]);

/** 53 bits of a text (cyrb53): texts themselves would fill the browser's storage. */
function digest(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return `${text.length}.${(b >>> 0).toString(36)}.${(a >>> 0).toString(36)}`;
}

export interface SeenQueries {
  readonly saw: (place: QueryInFile, code: string) => void;
  readonly has: (place: QueryInFile, code: string) => boolean;
}

export function seenQueriesIn(storage: () => Pick<Storage, 'getItem' | 'setItem'>): SeenQueries {
  const entries = (): z.infer<typeof Entries> => {
    try {
      return Entries.safeParse(JSON.parse(storage().getItem(KEY) ?? '[]')).data ?? [];
    } catch (error) {
      // Written by hand: nothing was seen.
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  };
  return {
    saw: (place, code) => {
      const name = nameOf(place);
      const others = entries().filter(([each]) => each !== name);
      try {
        storage().setItem(KEY, JSON.stringify([...others, [name, digest(signs(code))]].slice(-MOST)));
      } catch (error) {
        // The browser's storage is full: the person compares the texts once more.
        if (!(error instanceof DOMException)) throw error;
      }
    },
    has: (place, code) => entries().find(([each]) => each === nameOf(place))?.[1] === digest(signs(code)),
  };
}

/** Those of this browser. */
export const seenQueries = seenQueriesIn(() => localStorage);
