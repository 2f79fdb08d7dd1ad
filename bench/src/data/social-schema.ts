/** The social network's tables for each database, and the statements that load them. */
import type { DatabaseName } from '../peers/protocol.ts';
import { EDGES, VERTICES } from './social-tables.ts';

type Files = Readonly<Record<string, string>>;

const columns = (
  given: Readonly<Record<string, string>>,
  types: Readonly<Record<string, string>>,
): string[] => Object.entries(given).map(([name, type]) => `${name} ${types[type] ?? type}`);

/** GSQL that makes the graph and its loading job `load_all`, which has a file per table. */
export function socialGsql(graph: string): string {
  const names = [...VERTICES, ...EDGES].map(({ name }) => name);
  const same = { INT: 'INT', STRING: 'STRING' };
  const load = (kind: 'VERTEX' | 'EDGE', name: string, tokens: number): string =>
    `LOAD ${name} TO ${kind} ${name} VALUES (${Array.from({ length: tokens }, (_, at) => `$${at}`).join(', ')}) USING HEADER="true", SEPARATOR=",";`;
  return [
    ...VERTICES.map(
      ({ name, columns: given }) =>
        `CREATE VERTEX ${name} (${['PRIMARY_ID id INT', ...columns(given, same)].join(', ')}) WITH primary_id_as_attribute="true"`,
    ),
    ...EDGES.map(
      ({ name, from, to, undirected, columns: given }) =>
        `CREATE ${undirected === true ? 'UNDIRECTED' : 'DIRECTED'} EDGE ${name} (${[`FROM ${from}`, `TO ${to}`, ...columns(given, same)].join(', ')})`,
    ),
    `CREATE GRAPH ${graph} (${names.join(', ')})`,
    `USE GRAPH ${graph}`,
    `CREATE LOADING JOB load_all FOR GRAPH ${graph} {`,
    ...names.map((name) => `DEFINE FILENAME ${name};`),
    ...VERTICES.map(({ name, columns: given }) => load('VERTEX', name, Object.keys(given).length + 1)),
    ...EDGES.map(({ name, columns: given }) => load('EDGE', name, Object.keys(given).length + 2)),
    '}',
  ].join('\n');
}

/** Statements of a peer that make and fill its tables. In SQL `Knows_Both` has each friendship from either end. */
export function socialStatements(peer: DatabaseName, files: Files): readonly string[] {
  if (peer === 'duckdb') {
    return [
      ...[...VERTICES, ...EDGES].map(
        ({ name }) => `CREATE TABLE ${name} AS SELECT * FROM read_csv('${files[name] ?? ''}', header = true)`,
      ),
      'CREATE TABLE Knows_Both AS SELECT * FROM Knows UNION ALL SELECT "to" AS "from", "from" AS "to", created FROM Knows',
    ];
  }
  const types = { INT: 'INT64', STRING: 'STRING' };
  return [
    ...VERTICES.map(
      ({ name, columns: given }) =>
        `CREATE NODE TABLE ${name} (${['id INT64 PRIMARY KEY', ...columns(given, types)].join(', ')})`,
    ),
    ...EDGES.map(
      ({ name, from, to, columns: given }) =>
        `CREATE REL TABLE ${name} (${[`FROM ${from} TO ${to}`, ...columns(given, types)].join(', ')})`,
    ),
    ...[...VERTICES, ...EDGES].map(({ name }) => `COPY ${name} FROM '${files[name] ?? ''}' (HEADER=true)`),
  ];
}
