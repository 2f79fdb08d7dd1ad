/**
 * The explorer's requests over HTTP: expansion of 500 vertices by one request and by one for each, the counts and a
 * sample of a hub that is joined to every vertex, connections among 100 vertices beside it, those of two such hubs, and
 * paths between two vertices.
 */
import { GRAPH_SIZES, randomGraph, writeCsv } from './data/random-graph.ts';
import { randomGsql } from './data/random-schema.ts';
import { GRAPH, openBench } from './engine-bench.ts';
import { compare, timed, type Contender } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { reportOfCases, type Named, type Report } from './report.ts';
import { startWorkspaceProcess, type Call } from './workspace-process.ts';

const EXPANDED = 500;
const CONNECTED = 100;
const PATHS = 50;
const PATH_LENGTH = 4;
/** Edges of one upsert. */
const ROWS = 10_000;
/** Edges for each vertex, as the explorer asks for at first. */
const LIMIT = 200;

/** Joins a new vertex to all others. @returns its name */
async function addHub(call: Call, vertices: number, hub: number): Promise<object> {
  for (let at = 0; at < vertices; at += ROWS) {
    const targets: Record<string, object> = {};
    for (let id = at; id < Math.min(at + ROWS, vertices); id += 1) targets[id] = {};
    await call('POST', `/restpp/graph/${GRAPH}`, { edges: { V: { [hub]: { E: { V: targets } } } } });
  }
  return { type: 'V', id: hub };
}

interface Found {
  readonly paths?: readonly object[];
  readonly vertices: readonly { readonly v_id: string }[];
  readonly edges: readonly object[];
}

export async function benchWalks({ size, rounds, only }: BenchOptions): Promise<Report> {
  const { vertices, edges } = GRAPH_SIZES[size];
  const bench = await openBench(randomGsql(GRAPH));
  try {
    await bench.load({ ...writeCsv(randomGraph(vertices, edges), bench.folder) });
    await bench.release();
    const server = await startWorkspaceProcess(bench.folder);
    try {
      const hub = await addHub(server.call, vertices, vertices);
      const ask = async (call: string, body: object): Promise<Found> => {
        const { results } = await server.call('POST', `/restpp/${call}/${GRAPH}`, body);
        return results[0] as unknown as Found;
      };
      const some = (count: number): object[] =>
        Array.from({ length: count }, (_, at) => ({ type: 'V', id: (at * 7919) % vertices }));
      const contender = (name: string, work: () => Promise<number>): Contender<number> => ({
        name,
        run: () => timed(work),
      });
      const edgesOf = async (call: string, body: object): Promise<number> =>
        (await ask(call, body)).edges.length;
      const verticesOf = async (asked: readonly object[]): Promise<ReadonlySet<string>> => {
        const found = await ask('expand', { vertices: asked, direction: 'out', limit: 10_000 });
        return new Set(found.vertices.map(({ v_id }) => v_id));
      };
      const cases: readonly (readonly [name: string, ours: Contender<number>, peers: Contender<number>[]])[] =
        [
          [
            `neighbours of ${EXPANDED} vertices`,
            contender('one request', async () => (await verticesOf(some(EXPANDED))).size),
            [
              contender('a request for each', async () => {
                const all = new Set<string>();
                for (const one of some(EXPANDED)) for (const id of await verticesOf([one])) all.add(id);
                return all.size;
              }),
            ],
          ],
          [
            `counts of a hub of ${vertices} edges`,
            contender('acacia', async () => edgesOf('expand', { vertices: [hub], countOnly: true })),
            [],
          ],
          [
            `${LIMIT} of the edges of a hub of ${vertices}`,
            contender('acacia', async () => edgesOf('expand', { vertices: [hub], limit: LIMIT })),
            [],
          ],
          [
            `connections among ${CONNECTED} vertices beside a hub of ${vertices} edges`,
            contender('acacia', async () => edgesOf('connections', { vertices: some(CONNECTED) })),
            [],
          ],
          [
            `${PATHS} of all paths of ${PATH_LENGTH} edges beside a hub of ${vertices} edges`,
            contender('acacia', async () => {
              const [source, target] = some(2);
              const { paths = [] } = await ask('allpaths', {
                ...{ source, target, direction: 'any', edgeTypes: ['E'] },
                ...{ maxLength: PATH_LENGTH, limit: PATHS },
              });
              return paths.length;
            }),
            [],
          ],
          [
            `connections of two hubs that share ${vertices} neighbours`,
            contender('acacia', async () =>
              edgesOf('connections', { vertices: [hub, { type: 'V', id: vertices + 1 }] }),
            ),
            [],
          ],
        ];
      const done: Named[] = [];
      for (const [name, ours, peers] of cases.filter((each) => each[0].includes(only))) {
        // The last case alone has the second hub, which is on paths between any two vertices.
        if (ours === cases.at(-1)?.[1]) await addHub(server.call, vertices, vertices + 1);
        const same = (a: number, b: number): string | null => (a === b ? null : `${a} and ${b}`);
        done.push({ name, comparison: await compare(ours, peers, rounds, same) });
      }
      return reportOfCases(done);
    } finally {
      await server.close();
    }
  } finally {
    await bench.close();
  }
}
