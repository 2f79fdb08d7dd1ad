/** Latency of a query of a hundred lines: parsed, checked, compiled and run for the first time, and its next run. */
import { randomGraph, writeCsv, GRAPH_SIZES } from './data/random-graph.ts';
import { randomGsql } from './data/random-schema.ts';
import { GRAPH, openBench } from './engine-bench.ts';
import { compare, timed } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { reportOf, type Report } from './report.ts';

const BLOCKS = 12;

/** `mark` makes a text that was never compiled before. */
function longQuery(mark: number): string {
  const blocks = Array.from({ length: BLOCKS }, (_, index) => [
    `  S${index} = SELECT t`,
    `    FROM S:s -(E>:e)- V:t`,
    `    WHERE s.id != t.id AND e.weight > ${index} AND (t.id % 7 != ${index % 7} OR e.weight BETWEEN 2 AND 90)`,
    `    ACCUM`,
    `      t.@sum += e.weight * 2 + ${mark},`,
    `      IF e.weight > 50 THEN @@many += 1 ELSE t.@few += 1 END,`,
    `      @@lengths += (e.weight -> 1)`,
    `    POST-ACCUM t.@mean = t.@sum / (t.@few + 1);`,
  ]).flat();
  return [
    `INTERPRET QUERY () FOR GRAPH ${GRAPH} SYNTAX v2 {`,
    '  SumAccum<INT> @sum, @few, @@many;',
    '  SumAccum<DOUBLE> @mean;',
    '  MapAccum<INT, INT> @@lengths;',
    '  S = SELECT v FROM V:v WHERE v.id < 10;',
    ...blocks,
    '  PRINT @@many, @@lengths.size() AS lengths;',
    '}',
  ].join('\n');
}

export async function benchCompile({ rounds }: BenchOptions): Promise<Report> {
  const { vertices, edges } = GRAPH_SIZES.small;
  const bench = await openBench(randomGsql(GRAPH));
  try {
    await bench.load({ ...writeCsv(randomGraph(vertices, edges), bench.folder) });
    let mark = 0;
    const run = (text: string) =>
      timed(async () => JSON.stringify((await bench.engine.interpretQuery(text, GRAPH, {})).results));
    const comparison = await compare(
      {
        name: `first run of ${longQuery(0).split('\n').length} lines`,
        run: () => {
          mark += 1;
          return run(longQuery(mark));
        },
      },
      [{ name: 'another run of the same', run: () => run(longQuery(1)) }],
      rounds,
      (a, b) => (a === b ? null : `${a} against ${b}`),
    );
    return reportOf(comparison);
  } finally {
    await bench.close();
  }
}
