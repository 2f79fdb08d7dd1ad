/** A source of loads as it was sampled: its first rows and columns, and how it is written. */
import type { TextOptions, TextSample } from '@acacia/inference';
import type { Person } from './files/person.ts';

export interface SampleOptions {
  /** As in DEFINE FILENAME: an uploaded file, an address, or a data source with an address or a query. */
  readonly file: string;
  /** Options that a person set; the others are detected. */
  readonly chosen: Partial<TextOptions>;
  readonly rows: number;
}

export interface SourceSample extends Omit<TextSample, 'options'> {
  /** The file that was sampled: the first of a folder or pattern. */
  readonly file: string;
  /** Files that the source has. */
  readonly files: number;
  /** 0 where it is not known. */
  readonly bytes: number;
  readonly packed: 'none' | 'gzip' | 'zip' | 'tar' | 'tar.gz';
  /** The file of the archive that was sampled. */
  readonly member: string | null;
  /** The files of the archive, of which each can be read alone; none of others, and where they are too many. */
  readonly members: readonly string[];
  readonly parquet: boolean;
  readonly options: TextOptions;
  /** Whether the rows are all that the file has. */
  readonly whole: boolean;
}

export interface SampleReader {
  readonly person: Person;
  /** The folder that relative paths start from. */
  readonly baseDir: string;
  readonly signal?: AbortSignal;
}
