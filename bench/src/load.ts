/** Loading 100,000 vertices and 1,000,000 edges, and loading them again, against DuckDB's own CSV import. */
import { DuckDBInstance } from '@duckdb/node-api';
import { openBench } from './engine-graph.ts';
import { compare, type Comparison } from './measure.ts';
import { randomGraph, writeCsv } from './random-graph.ts';

interface Counts {
  readonly vertices: number;
  readonly edges: number;
}

export async function benchLoad(): Promise<Comparison> {
  const graph = randomGraph(100_000, 1_000_000);
  const place = await openBench();
  const files = writeCsv(graph, place.folder);
  try {
    const initial = async (): Promise<Counts> => {
      const bench = await openBench();
      try {
        await bench.load(files);
        return await countsOf(bench.engine);
      } finally {
        await bench.close();
      }
    };
    await place.load(files);
    const again = async (): Promise<Counts> => {
      await place.load(files);
      return countsOf(place.engine);
    };
    return await compare(
      { name: 'Acacia initial load (engine opened and closed)', run: initial },
      [
        { name: 'Acacia reload of the same rows', run: again },
        { name: 'DuckDB CREATE TABLE AS read_csv, no keys', run: () => duckdbImport(files) },
      ],
      3,
      (ours, peer) =>
        ours.vertices === peer.vertices && ours.edges === peer.edges ? null : JSON.stringify([ours, peer]),
    );
  } finally {
    await place.close();
  }
}

async function countsOf(engine: Awaited<ReturnType<typeof openBench>>['engine']): Promise<Counts> {
  const [vertices] = await engine.countVertices('Bench', 'V');
  const [edges] = await engine.countEdges('Bench', 'E');
  return { vertices: vertices?.count ?? 0, edges: edges?.count ?? 0 };
}

async function duckdbImport(files: { vertices: string; edges: string }): Promise<Counts> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(`CREATE TABLE v AS SELECT * FROM read_csv('${files.vertices}', header = true)`);
    await connection.run(`CREATE TABLE e AS SELECT * FROM read_csv('${files.edges}', header = true)`);
    const reader = await connection.runAndReadAll(
      'SELECT (SELECT count(*) FROM v)::INT, (SELECT count(*) FROM e)::INT',
    );
    const [row = []] = reader.getRows();
    return { vertices: Number(row[0]), edges: Number(row[1]) };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
