/** Reads an export from its folder and puts it into a store. */
import { engineError } from '../errors/catalogue.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '@acacia/base';
import type { VertexType } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { empty, list, literal, sql, type Sql } from '../sql.ts';
import { vectorSqlType } from '../storage/columns.ts';
import { noIdSql } from '../load/key-sql.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import { canonicalId } from '../storage/keys.ts';
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

/** An export that was found: its folder, its name, and the folders that may be read. */
export interface FoundExport {
  readonly folder: string;
  /** As the person wrote it. */
  readonly written: string;
  readonly readable: Readable;
}

/**
 * The manifest of an export, whose files of rows exist.
 * @throws EngineError when the manifest is not valid, or when a file is missing
 */
export function readExport({ folder, written, readable }: FoundExport): Manifest {
  const text = readText(path.join(folder, MANIFEST), `${written}/${MANIFEST}`, readable, MOST_MANIFEST_BYTES);
  const exported = parseManifest(text, shownPath(written));
  const files = new Set<string>();
  for (const { file } of exported.rows) {
    if (files.has(file)) {
      throw engineError('exportFileTwice', { path: shownPath(written), file });
    }
    files.add(file);
    if (existsSync(path.join(folder, file))) continue;
    throw engineError('exportFileLost', { path: shownPath(written), file });
  }
  return exported;
}

/**
 * The part of an export that these graphs see.
 * @throws EngineError when a graph is not in the export
 */
export function onlyGraphs(exported: Manifest, graphs: readonly string[]): Manifest {
  const missing = graphs.find((name) => !exported.graphs.some((graph) => graph.name === name));
  if (missing !== undefined) {
    const there = exported.graphs.map(({ name }) => name).join(', ');
    throw engineError('exportWithoutGraph', { name: missing, known: there });
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
}

/** Writes the rows of a file; those that are there already get the values of the file. Gives their number. */
export async function importRows(
  transaction: Transaction,
  table: RowTable,
  file: string,
  { folder, readable }: FoundExport,
  separator: string,
): Promise<number> {
  // DuckDB opens the file by its path; it reads no others than those of loads and outputs (lock-database.ts).
  const place = await withReadable(path.join(folder, file), file, readable, (opened) => opened.path);
  const keys = table.kind === 'edge' ? [sql`f`, sql`t`] : [sql`id`];
  const entry = entryOf(table);
  const given = attributesIn(table).map((attribute): GivenAttribute => ({
    attribute,
    column: entry.columns[attribute.name] ?? empty,
    op: 'overwrite',
  }));
  const columns = [
    ...keys.map((name, index) => sql`k${index} AS ${name}`),
    ...(table.kind === 'vector' ? [sql`v::${vectorSqlType(table.vector.vector)} AS v`] : []),
    ...given.map(({ column }, index) => sql`a${index} AS ${column}`),
  ];
  const imported = await readRows(
    transaction,
    file,
    sql`SELECT row_number() OVER () AS n, ${list(columns)}
     FROM read_csv(${fileLiteral(place)}, columns = ${fileColumns(table)}, header = true, auto_detect = false,
       delim = ${literal(separator)}, quote = '"', escape = '"', allow_quoted_nulls = false, parallel = false,
       max_line_size = ${MAX_LINE}, buffer_size = ${MAX_LINE})`,
  );
  await checkIds(transaction, table, imported, file);
  const rows = await transaction.number(sql`SELECT count(*) FROM ${imported}`);
  const stage = { rows: imported, ids: 'text' } as const;
  if (table.kind === 'vertex') await mergeVertices(transaction, table.entry, stage, given);
  else if (table.kind === 'vector')
    await mergeVectors(transaction, table.entry, table.vector.vector.name, imported);
  else await mergeEdges(transaction, table.target, stage, given, 'create');
  await transaction.drop(imported);
  return rows;
}

/** @throws EngineError when an id is one that writes and loads refuse: the export may have been edited */
async function checkIds(
  transaction: Transaction,
  table: RowTable,
  imported: Sql,
  file: string,
): Promise<void> {
  const columns =
    table.kind === 'edge'
      ? ([
          [sql`f`, table.target.from.type],
          [sql`t`, table.target.to.type],
        ] as const)
      : ([[sql`id`, table.entry.type]] as const);
  for (const [column, type] of columns) {
    const found = sql`SELECT coalesce(${column}, '') FROM ${imported} WHERE ${noIdSql(type, column)} LIMIT 1`;
    const [row] = await transaction.rows(found);
    if (row === undefined) continue;
    const id = String(row[0]);
    throw engineError('exportIdUnreadable', { file, reason: whyNoId(type, id) });
  }
}

function whyNoId(type: VertexType, id: string): string {
  try {
    return `The id '${id}' of the vertex type '${type.name}' is to be written ${canonicalId(type, id)}.`;
  } catch (error) {
    if (error instanceof EngineError) return error.message;
    throw error;
  }
}

/** The beginnings of DuckDB's errors that concern the contents of a file. */
const DATA_FAULT = /^(?:Invalid Input|Conversion|Out of Range) Error/;

/** A vertex may have ten megabytes (GSQL, attribute data types); quotes may double them. */
const MAX_LINE = 24 * 2 ** 20;

/**
 * A table of the rows that SQL reads from a file.
 * @throws EngineError when the file has rows of another form
 */
async function readRows(transaction: Transaction, file: string, select: Sql): Promise<Sql> {
  try {
    return await transaction.materialize('imported', select);
  } catch (cause) {
    const message = messageOf(cause);
    if (!DATA_FAULT.test(message)) throw cause;
    const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
    const where = line === undefined ? 'a line of it' : `its line ${line}`;
    throw engineError('exportRowsUnfit', { file, where }).causedBy(cause);
  }
}
