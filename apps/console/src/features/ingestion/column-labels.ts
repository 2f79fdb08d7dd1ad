/**
 * Labels that a person gives columns of a file. They stand for the names where columns are shown and chosen; mappings and
 * jobs know columns by their positions and true names. Pure.
 */
import type { FilePreview } from './source-file.ts';

/** By the position of the column; others are shown by their names. */
export type ColumnLabels = Readonly<Record<string, string>>;

export const NO_LABELS: ColumnLabels = {};

/** Characters of a label. */
export const LONGEST_LABEL = 200;

/** The names under which the columns of a file are shown. */
export const shownColumns = (
  { columns }: Pick<FilePreview, 'columns'>,
  labels: ColumnLabels,
): readonly string[] =>
  Object.keys(labels).length === 0 ? columns : columns.map((name, index) => labels[index] ?? name);

/** Gives a column a label; its own name, or nothing, takes the label away. */
export function labelled(
  labels: ColumnLabels,
  { columns }: Pick<FilePreview, 'columns'>,
  index: number,
  text: string,
): ColumnLabels {
  const { [index]: _, ...others } = labels;
  const label = text.trim().slice(0, LONGEST_LABEL);
  return label === '' || label === columns[index] ? others : { ...others, [index]: label };
}

/** The labels after the file was read with other options: those of columns that have the same name at the same position. */
export const labelsAfter = (
  labels: ColumnLabels,
  before: readonly string[],
  after: readonly string[],
): ColumnLabels =>
  Object.fromEntries(
    Object.entries(labels).filter(
      ([index]) => after[Number(index)] !== undefined && after[Number(index)] === before[Number(index)],
    ),
  );
