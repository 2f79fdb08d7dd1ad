/** Files as the workspace sampled them, for tests. */
import type { ParsingOptions, WireSample } from '@acacia/contract';
import { previewOf, type FilePreview } from './source-file.ts';

export const OPTIONS: ParsingOptions = {
  format: 'csv',
  encoding: 'utf-8',
  separator: ',',
  eol: '\n',
  quote: 'double',
  header: true,
};

/** @param paths of JSON: the names that lead to each column */
export function aSample(
  file: string,
  columns: readonly string[],
  options: Partial<ParsingOptions> = {},
  paths?: readonly string[][],
): WireSample {
  return {
    file,
    files: 1,
    bytes: 3,
    packed: 'none',
    member: null,
    members: [],
    parquet: false,
    options: { ...OPTIONS, ...options },
    columns: columns.map((name, index) => ({
      name,
      path: paths?.[index] ?? null,
      type: 'STRING',
      form: null,
      reason: 'Text.',
    })),
    columnCount: columns.length,
    rows: [],
    warnings: [],
    problem: null,
  };
}

export const aPreview = (
  name: string,
  columns: readonly string[],
  options: Partial<ParsingOptions> = {},
  paths?: readonly string[][],
): FilePreview => previewOf({ name, size: 3, path: name }, aSample(name, columns, options, paths));
