/** Takes over drafts that closed tabs left in this browser. */
import { t } from '@acacia/texts';
import type { DocumentTable } from './document-table.ts';
import type { Draft, Drafts } from './drafts.ts';
import { unsavedDocument } from './open-document.ts';

export interface RecoveryOptions {
  readonly drafts: Drafts;
  readonly owner: string;
  /** Other tabs of the browser that are open. */
  readonly live: () => Promise<ReadonlySet<string>>;
  readonly onNoDrafts: (error: unknown) => void;
}

/** Drafts of this tab and of closed ones, the newest first. */
async function leftDrafts(tab: string, options: RecoveryOptions): Promise<readonly Draft[]> {
  const live = await options.live();
  try {
    const found = await options.drafts.all(options.owner);
    return found.filter((draft) => draft.tab === tab || !live.has(draft.tab)).toSorted((a, b) => b.at - a.at);
  } catch (error) {
    options.onNoDrafts(error);
    return [];
  }
}

/** @returns ids of the files of the drafts */
export async function recoverDrafts(
  table: DocumentTable,
  tab: string,
  options: RecoveryOptions,
  addTemporary: (name: string, text: string) => string,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  for (const draft of await leftDrafts(tab, options)) {
    const { file_id: id, name, text, base } = draft;
    const known = table.get(id);
    const isNew = known === undefined || (known.base !== null && known.text === known.base.content);
    if (isNew) table.put(unsavedDocument({ id, name, text, base }));
    // A second text of one file, by a tab that was closed: it is kept beside the newer one.
    else if (known.text !== text && text !== base?.content)
      ids.add(addTemporary(t`${name} (recovered)`, text));
    ids.add(id);
    if (draft.tab !== tab) await options.drafts.remove(draft);
  }
  return [...ids];
}
