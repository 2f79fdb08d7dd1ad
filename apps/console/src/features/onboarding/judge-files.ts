/** Which of the chosen files can be imported, and why others are left out (at most 1 GB and 120 columns together). Pure. */
import { said, t } from '@acacia/texts';
import { IMPORT_BYTES, IMPORT_COLUMNS, MOST_SOURCES, tooManyImportColumns } from '@acacia/contract';
import { formatBytes, formatNumber } from '@acacia/ui';
import { unread, type ChosenFile, type LoaderState } from '../ingestion/loader-state.ts';

export interface JudgedFile {
  readonly name: string;
  readonly size: number;
  readonly columns: number;
  /** Why it cannot be imported; undefined when it can. */
  readonly refusal: string | undefined;
  /** Whether it is imported. */
  readonly isIn: boolean;
}

function refusalOf({ preview: { sample } }: ChosenFile): string | undefined {
  if (sample.problem !== null) return said(sample.problem);
  if (sample.columnCount === 0) return t`It has no columns.`;
  return sample.columnCount > IMPORT_COLUMNS ? tooManyImportColumns(sample.columnCount) : undefined;
}

/**
 * Files are taken in their order: one whose columns would be too many with those of the files before it is left out.
 * @param leftOut names of files that the person leaves out
 */
export function judgeFiles(files: readonly ChosenFile[], leftOut: readonly string[]): readonly JudgedFile[] {
  const columnsOf = ({ preview }: ChosenFile): number => preview.sample.columnCount;
  const wanted = files.filter(
    (chosen) => refusalOf(chosen) === undefined && !leftOut.includes(chosen.file.name),
  );
  const together = wanted.reduce((sum, chosen) => sum + columnsOf(chosen), 0);
  let taken = 0;
  return files.map((chosen) => {
    const { name, size } = chosen.file;
    const columns = columnsOf(chosen);
    const isWanted = wanted.includes(chosen);
    const isIn = isWanted && taken + columns <= IMPORT_COLUMNS;
    if (isIn) taken += columns;
    const refusal =
      isWanted && !isIn
        ? t`The files have ${formatNumber(together)} columns together, of which at most ${IMPORT_COLUMNS} can be imported at once: ${name} is left out. Leave out others to import it, or use Load data.`
        : refusalOf(chosen);
    return { name, size, columns, refusal, isIn };
  });
}

/** Why the import cannot go on, or undefined. */
export function importRefusal(
  { files, sending }: LoaderState,
  judged: readonly JudgedFile[],
): string | undefined {
  const [onItsWay] = sending;
  if (onItsWay !== undefined) return t`The file ${onItsWay.file} is being sent.`;
  if (files.length === 0) return t`Choose a file first.`;
  const [slow] = unread(files);
  if (slow !== undefined) return t`The file ${slow.file.name} is being read.`;
  const taken = judged.filter(({ isIn }) => isIn);
  if (taken.length === 0) return t`None of the files can be imported.`;
  if (taken.length > MOST_SOURCES) return t`At most ${MOST_SOURCES} files can be imported at once.`;
  const bytes = taken.reduce((sum, { size }) => sum + size, 0);
  if (bytes > IMPORT_BYTES)
    return t`The files have ${formatBytes(bytes)} together: at most ${formatBytes(IMPORT_BYTES)} can be imported at once. Leave some out.`;
  return undefined;
}
