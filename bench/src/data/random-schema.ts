/** The random graph for each database, and the statements that load it. */
import type { DatabaseName } from '../peers/protocol.ts';

interface Files {
  readonly vertices: string;
  readonly edges: string;
}

/** GSQL that makes the graph and its loading job `load_all` with the files `vertices` and `edges`. */
export const randomGsql = (
  graph: string,
): string => `CREATE VERTEX V (PRIMARY_ID id INT) WITH primary_id_as_attribute="true"
CREATE DIRECTED EDGE E (FROM V, TO V, weight INT) WITH REVERSE_EDGE="E_back"
CREATE GRAPH ${graph} (V, E)
USE GRAPH ${graph}
CREATE LOADING JOB load_all FOR GRAPH ${graph} {
  DEFINE FILENAME vertices;
  DEFINE FILENAME edges;
  LOAD vertices TO VERTEX V VALUES ($0) USING HEADER="true", SEPARATOR=",";
  LOAD edges TO EDGE E VALUES ($0, $1, $2) USING HEADER="true", SEPARATOR=",";
}`;

/** Statements of a peer that make and fill its tables. */
export const randomStatements = (peer: DatabaseName, { vertices, edges }: Files): readonly string[] =>
  peer === 'duckdb'
    ? [
        `CREATE TABLE v AS SELECT * FROM read_csv('${vertices}', header = true)`,
        `CREATE TABLE e AS SELECT * FROM read_csv('${edges}', header = true)`,
      ]
    : [
        'CREATE NODE TABLE V (id INT64 PRIMARY KEY)',
        'CREATE REL TABLE E (FROM V TO V, weight INT64)',
        `COPY V FROM '${vertices}' (HEADER=true)`,
        `COPY E FROM '${edges}' (HEADER=true)`,
      ];
