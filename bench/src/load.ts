/** Loading vertices and edges from CSV files and loading them again, beside peers with the same files. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { GRAPH_SIZES, randomGraph, writeCsv } from './data/random-graph.ts';
import { randomGsql, randomStatements } from './data/random-schema.ts';
import { GRAPH, openBench, type EngineBench } from './engine-bench.ts';
import { compare, timed, type Contender } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { openPeer } from './peers/database.ts';
import { DATABASES, type DatabaseName } from './peers/protocol.ts';
import { reportOf, type Report } from './report.ts';

interface Counts {
  readonly vertices: number;
  readonly edges: number;
}

interface Files {
  readonly vertices: string;
  readonly edges: string;
}

export async function benchLoad({ size, rounds }: BenchOptions): Promise<Report> {
  const { vertices, edges } = GRAPH_SIZES[size];
  const place = await openBench(randomGsql(GRAPH));
  try {
    const files = writeCsv(randomGraph(vertices, edges), place.folder);
    await place.load({ ...files });
    const comparison = await compare(
      { name: 'Acacia, initial load into files', run: () => initialLoad(files) },
      [
        { name: 'Acacia, reload of the same rows', run: () => reload(place, files) },
        ...DATABASES.map((name) => peerLoad(name, files, path.join(place.folder, `${name}.db`))),
      ],
      rounds,
      (ours, peer) =>
        ours.vertices === peer.vertices && ours.edges === peer.edges ? null : JSON.stringify([ours, peer]),
    );
    const report = reportOf(comparison);
    return { lines: report.lines, record: { vertices, edges, ...report.record } };
  } finally {
    await place.close();
  }
}

async function initialLoad(files: Files) {
  const bench = await openBench(randomGsql(GRAPH));
  try {
    // As the peers' processes, its threads have started before anything is timed.
    await bench.engine.interpretQuery('INTERPRET QUERY () { PRINT 1; }', GRAPH, {});
    const { ms } = await timed(() => bench.load({ ...files }));
    return { result: await countsOf(bench), ms };
  } finally {
    await bench.close();
  }
}

async function reload(bench: EngineBench, files: Files) {
  const { ms } = await timed(() => bench.load({ ...files }));
  return { result: await countsOf(bench), ms };
}

async function countsOf({ engine }: EngineBench): Promise<Counts> {
  const [vertices] = await engine.countVertices(GRAPH, 'V');
  const [edges] = await engine.countEdges(GRAPH, 'E');
  return { vertices: vertices?.count ?? 0, edges: edges?.count ?? 0 };
}

const COUNTS: Readonly<Record<'sql' | 'cypher', readonly [string, string]>> = {
  sql: ['SELECT count(*) FROM v', 'SELECT count(*) FROM e'],
  cypher: ['MATCH (v:V) RETURN count(*)', 'MATCH (:V)-[e:E]->(:V) RETURN count(*)'],
};

/** The peer's own bulk load into a file: COPY, or tables made from read_csv without keys. */
const peerLoad = (name: DatabaseName, files: Files, file: string): Contender<Counts> => ({
  name: name === 'duckdb' ? 'duckdb, tables without keys' : `${name}, COPY`,
  run: async () => {
    const peer = await openPeer(name, file);
    try {
      let ms = 0;
      for (const statement of randomStatements(name, files)) ms += (await peer.query(statement)).ms;
      const [vertices, edges] = COUNTS[name === 'duckdb' ? 'sql' : 'cypher'];
      const one = async (text: string) => Number((await peer.query(text)).rows[0]?.[0]);
      return { result: { vertices: await one(vertices), edges: await one(edges) }, ms };
    } finally {
      await peer.close();
      for (const part of [file, `${file}.wal`]) rmSync(part, { recursive: true, force: true });
    }
  },
});
