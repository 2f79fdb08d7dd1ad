/** Reads an export from its folder and puts it into a store. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { EngineError } from '../errors.ts';
import { quoteText, vectorSqlType } from '../storage/columns.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import { mergeEdges } from '../storage/merge-edges.ts';
import type { GivenAttribute } from '../storage/merge-values.ts';
import { mergeVectors } from '../storage/merge-vectors.ts';
import { mergeVertices } from '../storage/merge-vertices.ts';
import type { Transaction } from '../storage/transaction.ts';
import { readText } from '../files/read-text.ts';
import { withReadable, type Readable } from '../files/judge-file.ts';
import { shownPath } from '../files/path-text.ts';
import { MANIFEST } from './exported.ts';
import { MOST_MANIFEST_BYTES, parseManifest, type Manifest } from './manifest.ts';
import { attributesIn, entryOf, fileColumns, type RowTable } from './tables.ts';

/** An export that was found: its folder, what it is called, and what may be read of it. */
export interface FoundExport {
  readonly folder: string;
  /** As the person wrote it. */
  readonly written: string;
  readonly readable: Readable;
}

/** What the folder holds; its files are there. Throws EngineError. */
export const readExport = ({ folder, written, readable }: FoundExport): Manifest => {
  const text = readText(path.join(folder, MANIFEST), `${written}/${MANIFEST}`, readable, MOST_MANIFEST_BYTES);
  const exported = parseManifest(text, shownPath(written));
  for (const { file } of exported.rows) {
    if (existsSync(path.join(folder, file))) continue;
    throw new EngineError('GSQL-SEMANTIC', `The export ${shownPath(written)} has lost its file ${file}.`);
  }
  return exported;
};

/** The part of an export that these graphs see. Throws EngineError for a graph that is not in it. */
export const onlyGraphs = (exported: Manifest, graphs: readonly string[]): Manifest => {
  const missing = graphs.find((name) => !exported.graphs.some((graph) => graph.name === name));
  if (missing !== undefined) {
    const there = exported.graphs.map(({ name }) => name).join(', ');
    throw new EngineError('GSQL-SEMANTIC', `The export has no graph ${missing}; it has ${there}.`);
  }
  const chosen = exported.graphs.filter(({ name }) => graphs.includes(name));
  const edges = new Set(chosen.flatMap(({ edgeTypes }) => edgeTypes));
  const ends = exported.edgeTypes
    .filter(({ graph, type }) => graph === null && edges.has(type.name))
    .flatMap(({ type }) => type.pairs.flatMap(({ from, to }) => [from, to]));
  const vertices = new Set([...chosen.flatMap(({ vertexTypes }) => vertexTypes), ...ends]);
  const isOf = (graph: string | null, type: string, names: ReadonlySet<string>): boolean =>
    graph === null ? names.has(type) : graphs.includes(graph);
  const inGraphs = <T extends { readonly graph: string | null }>(list: readonly T[]): T[] =>
    list.filter(({ graph }) => graph !== null && graphs.includes(graph));
  return {
    ...exported,
    graphs: chosen,
    vertexTypes: exported.vertexTypes.filter(({ graph, type }) => isOf(graph, type.name, vertices)),
    edgeTypes: exported.edgeTypes.filter(({ graph, type }) => isOf(graph, type.name, edges)),
    queries: inGraphs(exported.queries),
    loadingJobs: inGraphs(exported.loadingJobs),
    schemaJobs: inGraphs(exported.schemaJobs),
    rows: exported.rows.filter(({ kind, graph, type }) =>
      isOf(graph, type, kind === 'edge' ? edges : vertices),
    ),
  };
};

/** Writes the rows of a file; those that are there already get the values of the file. Gives their number. */
export const importRows = async (
  transaction: Transaction,
  table: RowTable,
  file: string,
  { folder, readable }: FoundExport,
  separator: string,
): Promise<number> => {
  // DuckDB opens the file by its path; it reads no others than those of loads and outputs (lock-database.ts).
  const place = await withReadable(path.join(folder, file), file, readable, (opened) => opened.path);
  const keys = table.kind === 'edge' ? ['f', 't'] : ['id'];
  const entry = entryOf(table);
  const given = attributesIn(table).map((attribute): GivenAttribute => ({
    attribute,
    column: entry.columns[attribute.name] ?? '',
    op: 'overwrite',
  }));
  const columns = [
    ...keys.map((name, index) => `k${index} AS ${name}`),
    ...(table.kind === 'vector' ? [`v::${vectorSqlType(table.vector.vector)} AS v`] : []),
    ...given.map(({ column }, index) => `a${index} AS ${column}`),
  ];
  const imported = await readRows(
    transaction,
    file,
    `SELECT row_number() OVER () AS n, ${columns.join(', ')}
     FROM read_csv(${fileLiteral(place)}, columns = ${fileColumns(table)}, header = true, auto_detect = false,
       delim = ${quoteText(separator)}, quote = '"', escape = '"', allow_quoted_nulls = false, parallel = false,
       max_line_size = ${MAX_LINE}, buffer_size = ${MAX_LINE})`,
  );
  const rows = await transaction.number(`SELECT count(*) FROM ${imported}`);
  const stage = { rows: imported, ids: 'text' } as const;
  if (table.kind === 'vertex') await mergeVertices(transaction, table.entry, stage, given);
  else if (table.kind === 'vector')
    await mergeVectors(transaction, table.entry, table.vector.vector.name, imported);
  else await mergeEdges(transaction, table.target, stage, given, 'create');
  await transaction.drop(imported);
  return rows;
};

/** How DuckDB's errors begin that are about what a file holds. */
const DATA_FAULT = /^(?:Invalid Input|Conversion|Out of Range) Error/;

/** A vertex may have ten megabytes (GSQL, attribute data types); quotes may double them. */
const MAX_LINE = 24 * 2 ** 20;

/** A table of the rows that SQL reads from a file. Throws EngineError for a file that has others. */
const readRows = async (transaction: Transaction, file: string, sql: string): Promise<string> => {
  try {
    return await transaction.materialize('imported', sql);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : '';
    if (!DATA_FAULT.test(message)) throw cause;
    const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
    const where = line === undefined ? 'a line of it' : `its line ${line}`;
    throw new EngineError(
      'GSQL-SEMANTIC',
      `The file ${file} of the export cannot be read: ${where} does not fit.`,
      { cause },
    );
  }
};
