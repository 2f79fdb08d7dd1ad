/** Brings files that earlier versions kept in this browser to the cloud, once. */
import { said } from '@acacia/texts';
import { CloudError, type CloudClient } from '@acacia/api-client';
import { fileNameProblem, freeFileName } from '@acacia/contract';
import { z } from 'zod';
import type { FileOutline } from './tree.ts';

const OldFile = z.object({ id: z.string(), name: z.string(), content: z.string() });

interface Old {
  readonly key: string;
  readonly workspaceId: string;
  readonly file: z.infer<typeof OldFile>;
}

/** Files of a person, of all workspaces; texts of others under our keys are passed over. */
export function oldFiles(storage: Storage, userId: string): readonly Old[] {
  const prefix = `acacia.files.${encodeURIComponent(userId)}.`;
  const found: Old[] = [];
  for (let i = 0; i < storage.length; i += 1) {
    const key = storage.key(i);
    if (key === null || !key.startsWith(prefix)) continue;
    const file = parse(storage.getItem(key));
    const workspaceId = decodeURIComponent(key.slice(prefix.length).split('.')[0] ?? '');
    if (file !== undefined) found.push({ key, workspaceId, file });
  }
  return found;
}

function parse(text: string | null): z.infer<typeof OldFile> | undefined {
  try {
    return OldFile.safeParse(JSON.parse(text ?? '')).data;
  } catch (error) {
    // Written by something else.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A name that can be taken, as near to the old one as can be. */
export function goodName(name: string): string {
  if (fileNameProblem(name) === null) return name;
  const kept = [...name.replaceAll(/[^\p{L}\p{N}\p{M}._ -]/gu, '-')].slice(0, 100).join('').trim();
  return fileNameProblem(kept) === null ? kept : 'file.gsql';
}

const refusedField = (error: unknown): string | undefined =>
  error instanceof CloudError && error.status === 409 ? error.details[0]?.FieldName : undefined;

/**
 * Each file leaves the browser when the cloud has it; its id stays, so that another tab makes no second one.
 * @param folderName the name of the folder for the files of a workspace
 * @returns the number of files brought over, and the reason for which others stay in the browser ('': none do)
 */
export async function bringOver(
  storage: Storage,
  cloud: Pick<CloudClient, 'createFile'>,
  userId: string,
  files: readonly FileOutline[],
  folderName: (workspaceId: string) => string,
): Promise<{ brought: number; reason: string }> {
  const folders = new Map<string, string>();
  const taken = new Set<string>();
  let brought = 0;
  let reason = '';
  const folderOf = async (workspaceId: string): Promise<string> => {
    const known = folders.get(workspaceId);
    if (known !== undefined) return known;
    const name = goodName(folderName(workspaceId));
    const there = files.find(
      (file) =>
        file.is_folder && file.parent_id === null && file.name === name && file.owner.user_id === userId,
    );
    const id = there?.file_id ?? (await cloud.createFile({ body: { name, is_folder: true } })).file_id;
    for (const file of files) if (file.parent_id === id) taken.add(file.name);
    folders.set(workspaceId, id);
    return id;
  };
  for (const { key, workspaceId, file } of oldFiles(storage, userId)) {
    try {
      const parent_id = await folderOf(workspaceId);
      const name = freeFileName(goodName(file.name), taken);
      const id = z.uuid().safeParse(file.id).success ? { file_id: file.id } : {};
      await cloud.createFile({ body: { ...id, name, parent_id, content: file.content } });
      taken.add(name);
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      if (refusedField(error) !== 'file_id') {
        reason = said(error.message);
        continue;
      }
    }
    storage.removeItem(key);
    brought += 1;
  }
  return { brought, reason };
}
