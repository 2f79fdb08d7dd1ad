/** Samples of sources that can be loaded, and the schema proposed for them. */
import { attributeName, COLUMN_FORMS, COLUMN_TYPES, ENCODINGS, Names, plainLetters } from '@acacia/inference';
import { z } from 'zod';

export { attributeName, COLUMN_TYPES, Names, plainLetters };

/** Rows that are shown of a source (specification part 4, section 9). */
export const SAMPLE_ROWS = 10;
/** Columns of a source that an answer lists. */
export const SAMPLE_COLUMNS = 20_000;
/** Characters of a value that an answer has. */
export const SAMPLE_CHARACTERS = 200;
/** Sources for which a schema is proposed at once. */
export const MOST_SOURCES = 20;

/** How a file is read. Separators are the characters themselves. */
export const ParsingOptions = z.object({
  format: z.enum(['csv', 'json']),
  encoding: z.enum(ENCODINGS),
  separator: z.string().min(1).max(10),
  eol: z.enum(['\n', '\r\n', '\r']),
  quote: z.enum(['double', 'single', 'none']),
  header: z.boolean(),
});
export type ParsingOptions = z.infer<typeof ParsingOptions>;

/** POST /api/data-sample. */
export const SampleSource = z.object({
  /**
   * As in DEFINE FILENAME: an uploaded file's `path`, an address, or a data source with an address or a query. Of an
   * archive `!/` and the name of one of its files may follow.
   */
  file: z.string().min(1).max(10_000),
  /** Options that are not to be detected. */
  options: ParsingOptions.partial().default({}),
});

export const WireSampleColumn = z.object({
  name: z.string(),
  /** Of JSON and Parquet: the names that lead to the value; null: by the column's place or name. */
  path: z.array(z.string()).nullable(),
  type: z.enum(COLUMN_TYPES),
  /** How its values are written, where a load converts them; null: they are loaded as they are. */
  form: z.enum(COLUMN_FORMS).nullable(),
  reason: z.string(),
});

export const WireSample = z.object({
  /** The file that was sampled: the first of a folder or pattern. */
  file: z.string(),
  files: z.number(),
  /** 0 where it is not known. */
  bytes: z.number(),
  packed: z.enum(['none', 'gzip', 'zip', 'tar', 'tar.gz']),
  /** The file of an archive that was sampled. */
  member: z.string().nullable(),
  /**
   * The files of an archive that has several, each of which is a source of its own as `shop.zip!/orders.csv`; none of
   * others, and of an archive with too many.
   */
  members: z.array(z.string()),
  parquet: z.boolean(),
  options: ParsingOptions,
  /** At most 20,000 of them; `columnCount` is the number of all. */
  columns: z.array(WireSampleColumn),
  columnCount: z.number(),
  /** At most 10, with values of at most 200 characters. */
  rows: z.array(z.array(z.string().nullable())),
  warnings: z.array(z.string()),
  /** Why it cannot be loaded as it is; null when it can. */
  problem: z.string().nullable(),
});
export type WireSample = z.infer<typeof WireSample>;

/**
 * A line of a sample that is asked for in lines (NDJSON). The first line is the sample without columns and rows; these
 * lines follow, with the next columns or rows each, so that a page reads 20,000 columns in many short tasks.
 */
export const WireSamplePart = WireSample.pick({ columns: true, rows: true }).partial();
export type WireSamplePart = z.infer<typeof WireSamplePart>;

/** POST /api/data-schema. */
export const ProposeSchema = z.object({
  sources: z.array(SampleSource).min(1, 'Name at least one source.').max(MOST_SOURCES),
});

const Judged = { confidence: z.number(), reason: z.string() };
const ProposedAttribute = z.object({
  name: z.string(),
  type: z.enum(COLUMN_TYPES),
  column: z.number(),
  reason: z.string(),
});
const EdgeEnd = z.object({ vertex: z.string(), column: z.number() });

/** Vertex and edge types for sources, which are named by their index in the request. Confidence is 0 to 1. */
export const WireProposal = z.object({
  vertices: z.array(
    z.object({
      name: z.string(),
      /** The source whose rows are its vertices; null: edges alone bring them. */
      table: z.number().nullable(),
      key: z.object({ name: z.string(), type: z.enum(['INT', 'STRING']), column: z.number() }),
      attributes: z.array(ProposedAttribute),
      ...Judged,
    }),
  ),
  edges: z.array(
    z.object({
      name: z.string(),
      table: z.number(),
      from: EdgeEnd,
      to: EdgeEnd,
      attributes: z.array(ProposedAttribute),
      /** Names of the first attributes, which tell edges between the same two vertices apart. */
      discriminator: z.array(z.string()).default([]),
      /** The attribute of the vertex that the column is where the edge is left out; null: it is one anyway. */
      instead: ProposedAttribute.nullable(),
      /** Whether it is proposed, rather than only possible. */
      chosen: z.boolean(),
      ...Judged,
    }),
  ),
});
export type WireProposal = z.infer<typeof WireProposal>;
