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

/** The chosen options that are kept: with another format or encoding the rest is detected again. */
export function keptOptions(
  { format, encoding, ...rest }: ParsingOptions,
  before: ParsingOptions,
): Partial<ParsingOptions> {
  if (format !== before.format || encoding !== before.encoding) return { format, encoding };
  return { format, encoding, ...rest };
}

/** A chosen file with the place in its folder that browsers tell: by drops as `path`, by inputs as `webkitRelativePath`. */
type ChosenOfFolder = Pick<File, 'name' | 'webkitRelativePath'> & { readonly path?: string };

/** The name under which a chosen file is sent: by all of its path where several of the chosen ones have its name. */
export function sentName(file: ChosenOfFolder, chosen: readonly Pick<File, 'name'>[]): string {
  const { name, webkitRelativePath, path = '' } = file;
  if (chosen.every((other) => other === file || other.name !== name)) return name;
  const place = webkitRelativePath === '' ? path : webkitRelativePath;
  const parts = place.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length > 1 ? parts.join('_').slice(-200) : name;
}

/** Whether a file of a folder is one of those that systems leave there, such as `.DS_Store`. */
export const isHiddenFile = ({ name }: Pick<File, 'name'>): boolean => name.startsWith('.');
