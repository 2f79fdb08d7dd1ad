/** Rows that a load rejected, as a person mended them: a load of them alone, into what they were rejected for. Pure. */
import { t } from '@acacia/texts';
import type { WireRejectedRow } from '@acacia/contract';
import type { ChosenFile } from './loader-state.ts';
import { loadingJobText, fileVariable, type Mapping } from './mapping.ts';
import { previewOf } from './source-file.ts';

/** A rejected row; `content` is its line, or its object of JSON, as mended. */
export type MendedRow = Pick<WireRejectedRow, 'file' | 'line' | 'target' | 'content'>;

interface MendedFile {
  readonly variable: string;
  readonly name: string;
  readonly content: string;
}

/** Names of files of mended rows; the group is the name of the file that the rows were rejected from. */
const MENDED = /(?:^|\/)load_\d+_\d+_\d+_mended_\d+_(.*)\.(?:csv|json)$/;

/** A name as part of a file's name: that of a file of an archive has its folders. */
const sentName = (name: string): string => name.replaceAll('/', '_');

/** The chosen file of a rejected row: by its path or the end of it, also of a row that was mended before. */
export function chosenFileOf(
  files: readonly ChosenFile[],
  { file }: Pick<MendedRow, 'file'>,
): ChosenFile | undefined {
  const before = MENDED.exec(file)?.[1];
  return (
    files.find((each) => each.file.path === file) ??
    files.find(({ file: { name } }) => sentName(name) === before || file.endsWith(`/${name}`))
  );
}

/**
 * A job over files of mended rows, one for each file and set of targets: a row is not loaded again into types that took
 * it. Rows of files that are no longer chosen, or not mapped to their targets any more, are left out.
 */
export function mendedLoad(
  job: string,
  graph: string,
  files: readonly ChosenFile[],
  mappings: readonly Mapping[],
  rows: readonly MendedRow[],
): { readonly text: string; readonly files: readonly MendedFile[] } {
  const groups = new Map<
    string,
    { chosen: ChosenFile; targets: readonly string[] | null; lines: string[] }
  >();
  for (const { chosen, targets, content } of linesOf(files, rows)) {
    const key = JSON.stringify([chosen.file.name, targets]);
    const group = groups.get(key) ?? { chosen, targets, lines: [] };
    groups.set(key, group);
    group.lines.push(content);
  }
  const mended: { readonly file: MendedFile; readonly of: ChosenFile; readonly own: readonly Mapping[] }[] =
    [];
  for (const { chosen, targets, lines } of groups.values()) {
    const own = mappings.filter(
      ({ file, target }) => file === chosen.file.name && (targets === null || targets.includes(target.type)),
    );
    if (own.length === 0) continue;
    const isJson = chosen.preview.paths !== null;
    const name = `${job}_mended_${mended.length + 1}_${sentName(chosen.file.name)}.${isJson ? 'json' : 'csv'}`;
    // An object of JSON is one line.
    const content = lines.map((line) => `${isJson ? line.replace(/[\r\n]+/g, ' ') : line}\n`).join('');
    mended.push({ file: { variable: fileVariable(mended.length), name, content }, of: chosen, own });
  }
  const previews = mended.map(({ file: { name }, of: { file, preview } }) => ({
    ...previewOf({ ...file, name }, { ...preview.sample, packed: 'none' as const }),
    paths: preview.paths,
    // Rejected rows are told in UTF-8, and without their header.
    options: { ...preview.options, encoding: 'utf-8' as const, eol: '\n' as const, header: false },
  }));
  const mapped = mended.flatMap(({ file: { name }, own }) =>
    own.map((mapping) => ({ ...mapping, file: name })),
  );
  return { text: loadingJobText(job, graph, previews, mapped), files: mended.map(({ file }) => file) };
}

/** A file's name for people: one of mended rows says so, and one of an archive stands behind that one. */
export function shownName(name: string): string {
  const of = MENDED.exec(name)?.[1];
  return (of === undefined ? name : t`mended rows of ${of}`).replace(/(\.(?:zip|tar|tgz|gz))![/_]/i, '$1 › ');
}

/** Each rejected line once, with the types that it was rejected for; null: for all. */
function linesOf(files: readonly ChosenFile[], rows: readonly MendedRow[]) {
  const lines = new Map<
    string,
    { readonly chosen: ChosenFile; readonly content: string; readonly targets: string[] | null }
  >();
  for (const row of rows) {
    const chosen = chosenFileOf(files, row);
    if (chosen === undefined) continue;
    const key = JSON.stringify([row.file, row.line]);
    const before = lines.get(key);
    const targets =
      row.target === null || before?.targets === null
        ? null
        : [...(before?.targets ?? []), row.target].sort();
    lines.set(key, { chosen, content: before?.content ?? row.content, targets });
  }
  return lines.values();
}
