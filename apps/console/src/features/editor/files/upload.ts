/** Creates files and the folders that their paths name. */
import { said, t } from '@acacia/texts';
import { CloudError, type CloudClient } from '@acacia/api-client';
import { FILE_LIMITS, fileNameProblem, fileTooLarge, freeFileName, textBytes } from '@acacia/contract';

export interface UploadedFile {
  /** With `/` between folders. */
  readonly path: string;
  readonly text: string;
}

/** Why a file cannot be taken; null when it can. Binary files have the character NUL. */
function uploadProblem({ path, text }: UploadedFile): string | null {
  for (const name of path.split('/')) {
    const problem = fileNameProblem(name);
    if (problem !== null) return t`${path}: ${problem}`;
  }
  if (textBytes(text) > FILE_LIMITS.bytes) return t`${path}: ${fileTooLarge}`;
  return text.includes('\0') ? t`${path} is no text file.` : null;
}

/**
 * Creates the files one after another. A name that is taken in the folder gets a number.
 * @param taken names that stand in the folder already
 * @returns sentences about files that could not be taken
 */
export async function upload(
  cloud: Pick<CloudClient, 'createFile'>,
  files: readonly UploadedFile[],
  parentId: string | null,
  taken: ReadonlySet<string>,
  onProgress: (done: number) => void,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const folders = new Map<string, string | null>([['', parentId]]);
  const names = new Map<string, Set<string>>([['', new Set(taken)]]);
  const free = (folder: string, wanted: string): string => {
    const here = names.get(folder) ?? new Set<string>();
    const name = freeFileName(wanted, here);
    names.set(folder, here.add(name));
    return name;
  };
  const folderOf = async (path: string): Promise<string | null> => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const cut = path.lastIndexOf('/');
    const above = cut === -1 ? '' : path.slice(0, cut);
    const parent_id = await folderOf(above);
    const name = free(above, path.slice(cut + 1));
    const { file_id } = await cloud.createFile({ body: { name, parent_id, is_folder: true } });
    folders.set(path, file_id);
    return file_id;
  };
  for (const [index, file] of files.entries()) {
    const problem = uploadProblem(file);
    if (problem !== null) problems.push(problem);
    else {
      const cut = file.path.lastIndexOf('/');
      const folder = cut === -1 ? '' : file.path.slice(0, cut);
      try {
        const parent_id = await folderOf(folder);
        const name = free(folder, file.path.slice(cut + 1));
        await cloud.createFile({ body: { name, parent_id, content: file.text } });
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        problems.push(t`${file.path}: ${said(error.message)}`);
        // A limit, or the line: the others would fail too.
        if (error.status === 0 || error.details[0]?.Type === 'Quota-Exceed') break;
      }
    }
    onProgress(index + 1);
  }
  return problems;
}
