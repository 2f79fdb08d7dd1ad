/** Three-way merge of texts by lines. Loaded when two people have changed one file. */
import { diff3Merge } from 'node-diff3';

export interface Merged {
  /** Both texts in one; where they contradict each other, `mine`. */
  readonly text: string;
  /** Places at which both changed the same lines. */
  readonly conflicts: number;
}

/** Lines with their ends, so that texts come out with the ends that they have. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

export function mergeTexts(base: string, mine: string, theirs: string): Merged {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: 0 };
  if (mine === base) return { text: theirs, conflicts: 0 };
  let conflicts = 0;
  const parts = diff3Merge(linesOf(mine), linesOf(base), linesOf(theirs), { excludeFalseConflicts: true });
  const text = parts.map(({ ok, conflict }) => {
    if (ok !== undefined) return ok.join('');
    conflicts += 1;
    return conflict?.a.join('') ?? '';
  });
  return { text: text.join(''), conflicts };
}
