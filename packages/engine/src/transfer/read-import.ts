/** Reads an export from its folder and puts it into a store. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '../errors.ts';
import { quoteText } from '../storage/columns.ts';
import { mergeEdges } from '../storage/merge-edges.ts';
import type { GivenAttribute } from '../storage/merge-values.ts';
import { mergeVectors } from '../storage/merge-vectors.ts';
import { mergeVertices } from '../storage/merge-vertices.ts';
import type { Transaction } from '../storage/transaction.ts';
import { FORMAT, MANIFEST, type Exported } from './exported.ts';
import { attributesIn, entryOf, fileColumns, type RowTable } from './tables.ts';

/** What the folder holds; its files are there. Throws EngineError. */
export const readExport = async (folder: string): Promise<Exported> => {
  const exported = await readFile(path.join(folder, MANIFEST), 'utf8').then(
    (text) => JSON.parse(text) as Exported,
    (cause: unknown) => {
      throw new EngineError(
        'GSQL-SEMANTIC',
        `There is no export in ${folder}: it has no readable ${MANIFEST}. EXPORT GRAPH makes one.`,
        { cause },
      );
    },
  );
  if (exported.format !== FORMAT) {
    throw new EngineError(
      'GSQL-SEMANTIC',
      `The export in ${folder} has the format ${String(exported.format)}; ${FORMAT} can be read.`,
    );
  }
  for (const { file } of exported.rows) {
    const place = path.join(folder, file);
    const inside = path.relative(folder, place);
    const isThere = !inside.startsWith('..') && (await stat(place).catch(() => null)) !== null;
    if (!isThere)
      throw new EngineError('GSQL-SEMANTIC', `The export in ${folder} has lost its file ${file}.`);
  }
  return exported;
};

/** The part of an export that these graphs see. Throws EngineError for a graph that is not in it. */
export const onlyGraphs = (exported: Exported, graphs: readonly string[]): Exported => {
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
  place: string,
  separator: string,
): Promise<number> => {
  const keys = table.kind === 'edge' ? ['f', 't'] : ['id'];
  const entry = entryOf(table);
  const given = attributesIn(table).map((attribute): GivenAttribute => ({
    attribute,
    column: entry.columns[attribute.name] ?? '',
    op: 'overwrite',
  }));
  const columns = [
    ...keys.map((name, index) => `k${index} AS ${name}`),
    ...(table.kind === 'vector' ? [`v::FLOAT[${table.vector.vector.dimension}] AS v`] : []),
    ...given.map(({ column }, index) => `a${index} AS ${column}`),
  ];
  const imported = await transaction.materialize(
    'imported',
    `SELECT row_number() OVER () AS n, ${columns.join(', ')}
     FROM read_csv(${quoteText(place)}, columns = ${fileColumns(table)}, header = true, auto_detect = false,
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

/** A vertex may have ten megabytes (GSQL, attribute data types); quotes may double them. */
const MAX_LINE = 24 * 2 ** 20;
