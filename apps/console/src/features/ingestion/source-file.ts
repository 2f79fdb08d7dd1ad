/** An uploaded file as the workspace sampled it: its first rows, and how it is written. */
import type { DataFile, ParsingOptions, WireSample } from '@acacia/contract';

/** A file that the workspace has. */
export type UploadedFile = Pick<DataFile, 'name' | 'size' | 'path'>;

export interface FilePreview {
  readonly name: string;
  readonly size: number;
  readonly options: ParsingOptions;
  /** Names of columns: of the header, of JSON joined by dots, or `column 1` and so on. */
  readonly columns: readonly string[];
  /** Of each column of JSON and Parquet the names that lead to it; null: the columns of a CSV file. */
  readonly paths: readonly (readonly string[])[] | null;
  readonly sample: WireSample;
}

export function previewOf({ name, size }: UploadedFile, sample: WireSample): FilePreview {
  const { columns, options, parquet } = sample;
  return {
    name,
    size,
    options,
    columns: columns.map((column) => column.name),
    paths: parquet || options.format === 'json' ? columns.map(({ path, name: own }) => path ?? [own]) : null,
    sample,
  };
}

/** What is to be kept of chosen options: with another format or encoding the rest is detected again. */
export function keptOptions(
  { format, encoding, ...rest }: ParsingOptions,
  before: ParsingOptions,
): Partial<ParsingOptions> {
  if (format !== before.format || encoding !== before.encoding) return { format, encoding };
  return { format, encoding, ...rest };
}
