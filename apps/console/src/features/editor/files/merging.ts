/** Brings a text of the cloud together with the one that is open. */
import type { StaleFile } from '@acacia/contract';
import type { DocumentTable } from './document-table.ts';

/**
 * @returns `taken`: the text of the cloud stands now; `merged`: both texts were merged, and the result is to be sent;
 *   `conflict`: a person decides; null when there is nothing to do
 */
export async function reconcile(
  table: DocumentTable,
  id: string,
  theirs: StaleFile,
): Promise<'taken' | 'merged' | 'conflict' | null> {
  const before = table.get(id);
  if (before === undefined || before.base === null) return null;
  const { mergeTexts } = await import('./merge.ts');
  // Typed meanwhile, or merged by another answer.
  const found = table.get(id);
  if (found === undefined || found.base === null || found.base.version >= theirs.version) return null;
  const { version, content } = theirs;
  const base = { version, content };
  if (found.text === found.base.content || found.text === content) {
    table.set(id, { text: content, base, state: 'saved', theirs: null, reason: '' });
    return 'taken';
  }
  const merged = mergeTexts(found.base.content, found.text, content);
  if (merged.conflicts > 0) {
    table.set(id, { state: 'conflict', theirs, reason: '' });
    return 'conflict';
  }
  table.set(id, { text: merged.text, base, state: 'typing', theirs: null, reason: '' });
  return 'merged';
}
