/** Time from the start of a process to the first answer over a stored graph, and the memory that it then holds. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { GRAPH_SIZES, randomGraph, writeCsv } from './data/random-graph.ts';
import { randomGsql, randomStatements } from './data/random-schema.ts';
import { GRAPH, openBench } from './engine-bench.ts';
import { compare, median, timed, type Contender } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { openPeer } from './peers/database.ts';
import { DATABASES, type DatabaseName } from './peers/protocol.ts';
import { reportOf, type Report } from './report.ts';

/** Walks of two edges, which needs both ends of all edges. */
const GSQL = `CREATE QUERY walks() FOR GRAPH ${GRAPH} SYNTAX v2 {
  SumAccum<INT> @@n;
  R = SELECT a FROM V:a -(E>)- V:b -(E>)- V:c WHERE a.id < 100 ACCUM @@n += 1;
  PRINT @@n;
}
INSTALL QUERY walks`;
const CYPHER = 'MATCH (a:V)-[:E]->(b:V)-[:E]->(c:V) WHERE a.id < 100 RETURN count(*)';
const SQL = 'SELECT count(*) FROM e x JOIN e y ON x."to" = y."from" WHERE x."from" < 100';

interface Started {
  readonly walks: number;
  readonly bytes: number;
}

export async function benchStart({ size, rounds }: BenchOptions): Promise<Report> {
  const { vertices, edges } = GRAPH_SIZES[size];
  const bench = await openBench(randomGsql(GRAPH));
  try {
    const files = writeCsv(randomGraph(vertices, edges), bench.folder);
    await bench.load({ ...files });
    await bench.gsql(`USE GRAPH ${GRAPH}\n${GSQL}`);
    await bench.release();
    const memory = new Map<string, number[]>();
    const noting = (contender: Contender<Started>): Contender<Started> => ({
      name: contender.name,
      run: async () => {
        const run = await contender.run();
        memory.set(contender.name, [...(memory.get(contender.name) ?? []), run.result.bytes]);
        return run;
      },
    });
    const peers: Contender<Started>[] = [];
    for (const name of DATABASES) {
      const file = path.join(bench.folder, `${name}.db`);
      const peer = await openPeer(name, file);
      for (const statement of randomStatements(name, files)) await peer.query(statement);
      await peer.close();
      peers.push(noting(peerStart(name, file)));
    }
    const comparison = await compare(
      noting({ name: 'acacia', run: () => start(bench.folder) }),
      peers,
      rounds,
      (a, b) => (a.walks === b.walks ? null : `${a.walks} against ${b.walks}`),
    );
    const held = [...memory].map(([name, samples]) => ({ name, bytes: median(samples) }));
    const report = reportOf(comparison);
    const perEdge = held.map(
      ({ name, bytes }) =>
        `${name}: ${(bytes / 2 ** 20).toFixed(0)} MiB of the process, ${(bytes / edges).toFixed(0)} bytes an edge`,
    );
    return {
      lines: [...report.lines, ...perEdge],
      record: { vertices, edges, memory: held, ...report.record },
    };
  } finally {
    await bench.close();
  }
}

async function start(folder: string) {
  const child = fork(path.join(import.meta.dirname, 'start-server.ts'), [folder, 'walks']);
  const { result: told, ms } = await timed(async () => {
    const [message] = (await once(child, 'message')) as [
      { readonly results: readonly { readonly '@@n': number }[]; readonly bytes: number },
    ];
    return message;
  });
  const gone = once(child, 'exit');
  child.send('close');
  await gone;
  return { result: { walks: told.results[0]?.['@@n'] ?? 0, bytes: told.bytes }, ms };
}

const peerStart = (name: DatabaseName, file: string): Contender<Started> => ({
  name,
  run: async () => {
    const { result: opened, ms } = await timed(async () => {
      const peer = await openPeer(name, file);
      const { rows } = await peer.query(name === 'duckdb' ? SQL : CYPHER);
      return { peer, walks: Number(rows[0]?.[0]) };
    });
    const bytes = await opened.peer.memory();
    await opened.peer.close();
    return { result: { walks: opened.walks, bytes }, ms };
  },
});
