/**
 * Single reads and upserts of vertices from 16 connections over HTTP, reads also while a heavy query runs; the peers by
 * calls in their own process, one after another. Calls of a second are compared; each upsert changes an attribute, and is
 * durable before it is answered.
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
import { startWorkspaceProcess, type WorkspaceProcess } from './workspace-process.ts';

const CONNECTIONS = 16;
/** Seconds of each part: the minute of the goal is asked for in `medium`, loading `large` takes a minute by itself. */
const SECONDS = { small: 10, medium: 60, large: 20 } as const;
/** The attribute that an upsert changes. */
const ATTRIBUTE = `CREATE GLOBAL SCHEMA_CHANGE JOB with_n { ALTER VERTEX V ADD ATTRIBUTE (n INT); }
RUN GLOBAL SCHEMA_CHANGE JOB with_n`;
/** Keeps one thread of queries busy until it is aborted. */
const HEAVY = `CREATE QUERY heavy() FOR GRAPH ${GRAPH} SYNTAX v2 {
  SumAccum<INT> @n, @@n;
  WHILE true LIMIT 1000000000 DO
    R = SELECT b FROM V:a -(E>)- V:b ACCUM b.@n += 1, @@n += 1;
  END;
}
INSTALL QUERY heavy`;

interface Calls {
  readonly calls: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

async function ask(
  what: 'read' | 'upsert',
  { address, token }: WorkspaceProcess,
  vertices: number,
  seconds: number,
): Promise<Calls> {
  const args = [what, address, token, vertices, CONNECTIONS, seconds].map(String);
  const child = fork(path.join(import.meta.dirname, 'singles-client.ts'), args);
  const gone = once(child, 'exit');
  const [found] = (await Promise.race([
    once(child, 'message'),
    gone.then(() => Promise.reject(new Error('The asking process failed.'))),
  ])) as [Calls];
  await gone;
  return found;
}

export async function benchSingles({ size }: BenchOptions): Promise<Report> {
  const { vertices, edges } = GRAPH_SIZES[size];
  const seconds = SECONDS[size];
  const bench = await openBench(randomGsql(GRAPH));
  try {
    const files = writeCsv(randomGraph(vertices, edges), bench.folder);
    await bench.load({ ...files });
    await bench.gsql(ATTRIBUTE);
    await bench.gsql(`USE GRAPH ${GRAPH}\n${HEAVY}`);
    await bench.release();
    const server = await startWorkspaceProcess(bench.folder);
    await ask('read', server, vertices, 3);
    const alone = await ask('read', server, vertices, seconds);
    const upserts = await ask('upsert', server, vertices, seconds);
    const heavy = server.call('GET', `/restpp/query/${GRAPH}/heavy`).catch((error: unknown) => error);
    const beside = await ask('read', server, vertices, seconds);
    await server.call('GET', `/restpp/abortquery/${GRAPH}?requestid=all`);
    await heavy;
    await server.close();
    const rows = [
      { name: 'reads', ...alone },
      { name: 'reads beside a heavy query', ...beside },
      { name: 'upserts', ...upserts },
    ].map((row) => ({ ...row, perSecond: Math.round(row.calls / seconds) }));
    const peers: { name: string; reads: number; upserts: number }[] = [];
    let written = 0;
    for (const name of ['kuzu', 'ladybug'] as const) {
      const peer = await openPeer(name, path.join(bench.folder, `${name}.db`));
      const withAttribute = 'ALTER TABLE V ADD n INT64 DEFAULT 0';
      for (const statement of [...randomStatements(name, files), withAttribute]) await peer.query(statement);
      const perSecond = async (statement: (id: number) => string): Promise<number> => {
        let [calls, id, spent] = [0, 0, 0];
        while (spent < (seconds * 1000) / 4) {
          id = (id + 7919) % vertices;
          spent += (await peer.query(statement(id))).ms;
          calls += 1;
        }
        return Math.round((calls / spent) * 1000);
      };
      peers.push({
        name,
        reads: await perSecond((id) => `MATCH (v:V) WHERE v.id = ${id} RETURN v.id`),
        upserts: await perSecond((id) => `MERGE (v:V {id: ${id}}) SET v.n = ${(written += 1)} RETURN v.id`),
      });
      await peer.close();
    }
    const ratio = (ours: number | undefined, theirs: number): string => ((ours ?? 0) / theirs).toFixed(2);
    return {
      lines: [
        ...rows.map(
          ({ name, perSecond, p50, p99, most }) =>
            `${name}: ${perSecond} a second; ${p50.toFixed(1)} ms in the middle, ${p99.toFixed(1)} ms at 99 %, ${most.toFixed(0)} ms at most`,
        ),
        ...peers.map(
          ({ name, reads, upserts: theirs }) =>
            `${name}, in its own process: ${reads} reads a second (ours × ${ratio(rows[0]?.perSecond, reads)}), ${theirs} upserts (ours × ${ratio(rows[2]?.perSecond, theirs)})`,
        ),
      ],
      record: { vertices, edges, connections: CONNECTIONS, seconds, rows, peers },
    };
  } finally {
    await bench.close();
  }
}
