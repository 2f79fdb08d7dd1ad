/** Stores the text of an open document in the cloud as a new file. */
import { t } from '@acacia/texts';
import { CloudError, type CloudClient } from '@acacia/api-client';
import type { FileEntry } from '@acacia/contract';
import type { DocumentTable } from './document-table.ts';

export interface StoreTarget {
  readonly name: string;
  readonly parentId: string | null;
}

interface NewFile {
  readonly file_id?: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly content: string;
}

type Calls = Pick<CloudClient, 'getFile' | 'createFile'>;

/** Creates a file; one of that id was created by a call whose answer was lost. */
async function create(cloud: Calls, body: NewFile) {
  try {
    const entry = await cloud.createFile({ body });
    return { entry, base: { version: entry.version, content: body.content } };
  } catch (error) {
    const isThere = error instanceof CloudError && error.details[0]?.FieldName === 'file_id';
    if (!isThere || body.file_id === undefined) throw error;
    const { content, ...entry } = await cloud.getFile({ params: { file_id: body.file_id } });
    return { entry, base: { version: entry.version, content } };
  }
}

/**
 * A temporary file keeps its id; another document is open under the new file's id from then on.
 * @returns the new file, and whether more was typed meanwhile
 * @throws CloudError
 */
export async function storeDocument(
  table: DocumentTable,
  cloud: Calls,
  id: string,
  { name, parentId }: StoreTarget,
): Promise<{ readonly entry: FileEntry; readonly more: boolean }> {
  const found = table.get(id);
  if (found === undefined) throw new Error(t`The file is not open any more.`);
  const fresh = found.base === null ? { file_id: id } : {};
  const { entry, base } = await create(cloud, { ...fresh, name, parent_id: parentId, content: found.text });
  const now = table.get(id) ?? found;
  const more = now.text !== base.content;
  if (entry.file_id !== id) table.remove(id);
  table.put({
    ...now,
    id: entry.file_id,
    name: entry.name,
    base,
    permission: entry.permission,
    state: more ? 'typing' : 'saved',
    reason: '',
    theirs: null,
  });
  table.tell();
  return { entry, more };
}
