/**
 * Point reads of vertices from many connections over HTTP, alone and while a heavy query runs; the peers by calls in
 * their own process. Reads of a second are compared.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { GRAPH_SIZES, randomGraph, writeCsv } from './data/random-graph.ts';
import { randomGsql, randomStatements } from './data/random-schema.ts';
import { GRAPH, openBench } from './engine-bench.ts';
import type { BenchOptions } from './options.ts';
import { openPeer } from './peers/database.ts';
import type { Report } from './report.ts';
import { startWorkspaceProcess } from './workspace-process.ts';

const CONNECTIONS = 16;
const SECONDS = { small: 10, medium: 60, large: 60 } as const;
/** Keeps one thread of queries busy until it is aborted. */
const HEAVY = `CREATE QUERY heavy() FOR GRAPH ${GRAPH} SYNTAX v2 {
  SumAccum<INT> @n, @@n;
  WHILE true LIMIT 1000000000 DO
    R = SELECT b FROM V:a -(E>)- V:b ACCUM b.@n += 1, @@n += 1;
  END;
}
INSTALL QUERY heavy`;

interface Reads {
  readonly reads: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

async function read(address: string, token: string, vertices: number, seconds: number): Promise<Reads> {
  const args = [address, token, vertices, CONNECTIONS, seconds].map(String);
  const child = fork(path.join(import.meta.dirname, 'reads-client.ts'), args);
  const gone = once(child, 'exit');
  const [found] = (await Promise.race([
    once(child, 'message'),
    gone.then(() => Promise.reject(new Error('The reading process failed.'))),
  ])) as [Reads];
  await gone;
  return found;
}

export async function benchReads({ size }: BenchOptions): Promise<Report> {
  const { vertices, edges } = GRAPH_SIZES[size];
  const seconds = SECONDS[size];
  const bench = await openBench(randomGsql(GRAPH));
  try {
    const files = writeCsv(randomGraph(vertices, edges), bench.folder);
    await bench.load({ ...files });
    await bench.gsql(`USE GRAPH ${GRAPH}\n${HEAVY}`);
    await bench.release();
    const server = await startWorkspaceProcess(bench.folder);
    await read(server.address, server.token, vertices, 3);
    const alone = await read(server.address, server.token, vertices, seconds);
    const heavy = server.call('GET', `/restpp/query/${GRAPH}/heavy`).catch((error: unknown) => error);
    const beside = await read(server.address, server.token, vertices, seconds);
    await server.call('GET', `/restpp/abortquery/${GRAPH}?requestid=all`);
    await heavy;
    await server.close();
    const rows = [
      { name: 'alone', ...alone },
      { name: 'beside a heavy query', ...beside },
    ].map((row) => ({ ...row, perSecond: Math.round(row.reads / seconds) }));
    const peers: { name: string; perSecond: number }[] = [];
    for (const name of ['kuzu', 'ladybug'] as const) {
      const peer = await openPeer(name, path.join(bench.folder, `${name}.db`));
      for (const statement of randomStatements(name, files)) await peer.query(statement);
      let [reads, id, spent] = [0, 0, 0];
      while (spent < (seconds * 1000) / 4) {
        id = (id + 7919) % vertices;
        spent += (await peer.query(`MATCH (v:V) WHERE v.id = ${id} RETURN v.id`)).ms;
        reads += 1;
      }
      peers.push({ name, perSecond: Math.round((reads / spent) * 1000) });
      await peer.close();
    }
    return {
      lines: [
        ...rows.map(
          ({ name, perSecond, p50, p99, most }) =>
            `${name}: ${perSecond} reads a second; ${p50.toFixed(1)} ms in the middle, ${p99.toFixed(1)} ms at 99 %, ${most.toFixed(0)} ms at most`,
        ),
        ...peers.map(
          ({ name, perSecond }) =>
            `${name}, in its own process: ${perSecond} reads a second; ours × ${((rows[0]?.perSecond ?? 0) / perSecond).toFixed(2)}`,
        ),
      ],
      record: { vertices, edges, connections: CONNECTIONS, seconds, rows, peers },
    };
  } finally {
    await bench.close();
  }
}
