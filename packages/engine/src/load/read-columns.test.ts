import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import type { LoadStatus } from '../load-status.ts';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';

const SCHEMA = `
CREATE VERTEX V (PRIMARY_ID id INT, u UINT, name STRING, d DOUBLE, born DATETIME, ok BOOL, tags SET<INT>)
CREATE VERTEX W (PRIMARY_ID id STRING, f FLOAT)
CREATE DIRECTED EDGE E (FROM V, TO V, DISCRIMINATOR(day INT), n INT)
CREATE UNDIRECTED EDGE U (FROM V, TO V, s STRING)
CREATE DIRECTED EDGE X (FROM V, TO W, n UINT)
CREATE GRAPH g (*)
USE GRAPH g
CREATE LOADING JOB vertices FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX V VALUES ($0, $1, $2, $3, $4, $5, SPLIT($6, "|")) WHERE to_int($1) < 90 }
CREATE LOADING JOB edges FOR GRAPH g { DEFINE FILENAME f; LOAD f TO EDGE E VALUES ($0, $1, $2, $3), TO EDGE U VALUES ($0, $1, $4) }
CREATE LOADING JOB named FOR GRAPH g { DEFINE FILENAME f; LOAD f TO EDGE X VALUES ($"a", gsql_concat($"b", "!"), $"c") USING HEADER="true", VERTEX_MUST_EXIST="true" }
CREATE LOADING JOB numbers FOR GRAPH g { DEFINE FILENAME f; LOAD f TO EDGE E VALUES ($0, $1, $2, $3) }`;

/** mulberry32 */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const WHOLE = [
  '7',
  '07',
  '-3',
  '+4',
  ' 5 ',
  '1.0',
  '1e2',
  '0x1F',
  '1_0',
  '',
  'x',
  '9223372036854775807',
  '9223372036854775808',
  '-0',
  '--1',
];
const OTHERS: readonly (readonly string[])[] = [
  ['', 'a', ' b ', 'ä', '"q"', "it's", 'NULL'],
  ['', '1.5', '-2e3', 'nan', 'inf', '1;5', 'x', ' 3 '],
  [
    '',
    '2024-01-05',
    '2024-02-30',
    '2024-01-05 10:20:30',
    '2024-01-05 10:20:30.5',
    '2024-01-05 24:00:00',
    '2024/02/03 04:05:06',
    '86400',
    '2024-13-01',
    'x',
  ],
  ['', 'true', 'FALSE', '1', '0', 'yes'],
  ['', '1|2|2', '3', 'x|1'],
];

/** Lines of a file with every kind of fault; some are too short, some too long. */
const oddLines = (draw: (below: number) => number, count: number, columns: number): string[] =>
  Array.from({ length: count }, () => {
    const whole = (): string => (draw(4) === 0 ? (WHOLE[draw(WHOLE.length)] ?? '') : String(draw(9)));
    const tokens = Array.from({ length: columns }, (_, index) => {
      const others = OTHERS[index - 2];
      return index < 2 || others === undefined ? whole() : (others[draw(others.length)] ?? '');
    });
    const shape = draw(12);
    if (shape === 1) return `${tokens.join(',')},${['more', '', ',', ',,x', ',more'][draw(5)] ?? ''}`;
    if (shape === 0) return tokens.slice(0, draw(columns)).join(',') || 'x';
    return tokens.join(',');
  });

const countsOf = ({ files }: LoadStatus): unknown =>
  files.map(({ file: _file, bytes: _bytes, bytesRead: _bytesRead, ...counts }) => counts);

/** The report of a load, and the contents of the graph after it. */
async function outcome(
  engine: Engine,
  job: string,
  content: string | Buffer,
  quote: string | null = null,
): Promise<unknown> {
  const file = path.join(await temporaryFolder(), typeof content === 'string' ? 'f.csv' : 'f.csv.gz');
  await writeFile(file, content);
  const using: Record<string, string> = quote === null ? {} : { QUOTE: quote };
  const status = await engine.loadEnded(await engine.startLoad('g', job, { files: { f: file }, using }));
  expect(status.error).toBeNull();
  const rejected = (await engine.rejectedRows(status.id, 10_000)).map(({ file: _file, ...row }) => row);
  const checksums = await engine.checksums();
  return { counts: countsOf(status), rejected, checksums };
}

/** Lines of a packed file are taken apart one by one. */
const packed = (content: string): Buffer => gzipSync(content);

describe('columns read by DuckDB', () => {
  it.each([
    ['vertices', 7],
    ['edges', 5],
    ['named', 3],
  ] as const)('give what lines taken apart one by one give: %s', async (job, columns) => {
    const [fast, slow] = [await testEngine(), await testEngine()];
    for (const engine of [fast, slow]) await mustRun(engine, SCHEMA);
    const draw = random(columns);
    for (let round = 0; round < 4; round += 1) {
      const lines = oddLines(draw, 1 + draw(40), columns);
      const head = job === 'named' ? 'a,b, c \n' : '';
      const long = round % 2 === 0 ? lines : lines.filter((line) => !line.endsWith('more'));
      const end = draw(2) === 0 ? '\n' : '\r\n';
      const content = head.replace('\n', end) + long.join(end);
      expect(await outcome(fast, job, content)).toEqual(await outcome(slow, job, packed(content)));
    }
  });

  it.each(['double', 'single'])(
    'have %s quotes around them or not, and blank lines behind them',
    async (quote) => {
      const [fast, slow] = [await testEngine(), await testEngine()];
      for (const engine of [fast, slow]) await mustRun(engine, SCHEMA);
      const draw = random(11);
      const mark = quote === 'double' ? '"' : "'";
      const quotedOrNot = (text: string): string => (draw(2) === 0 ? text : `${mark}${text}${mark}`);
      for (let round = 0; round < 4; round += 1) {
        const lines = Array.from({ length: 20 }, () => {
          const names = ['a', `${mark}${mark}`, draw(2) === 0 ? '' : `x${mark}${mark}y`, 'p,q', ' '];
          const name = names[draw(names.length)] ?? '';
          const odd = name.includes(mark) || name.includes(',');
          return [
            quotedOrNot(String(draw(9))),
            quotedOrNot(String(draw(120))),
            odd ? `${mark}${name}${mark}` : quotedOrNot(name),
            ...[1.5, '2024-01-05', 'true', '1|2'].map((each) => quotedOrNot(String(each))),
          ].join(',');
        });
        if (round === 1) lines[9] = `1,2,a${mark}b${mark},1,2024-01-05,true,1`;
        if (round === 2) lines[9] = `1,2,${mark}open,1,2024-01-05,true,1`;
        if (round === 3) lines[9] = `1,2,${mark}two\nlines${mark},1,2024-01-05,true,1`;
        const content = `${lines.join('\n')}\n${'\n'.repeat(draw(3))}`;
        expect(await outcome(fast, 'vertices', content, quote)).toEqual(
          await outcome(slow, 'vertices', packed(content), quote),
        );
      }
    },
  );

  it('are taken as numbers where there are no other ones', async () => {
    const [fast, slow] = [await testEngine(), await testEngine()];
    for (const engine of [fast, slow]) await mustRun(engine, SCHEMA);
    const draw = random(3);
    const token = (): string => String(draw(6) === 0 ? -draw(3) : draw(5));
    for (let round = 0; round < 8; round += 1) {
      const lines = Array.from({ length: 30 }, () =>
        [token(), token(), token(), draw(9) === 0 ? '' : token()].join(','),
      );
      if (round === 2) lines[7] = '1,,2,3';
      if (round === 3) lines[7] = '1,2';
      if (round >= 4) lines[7] = ['1,2,3,4,', '1,2,3,4,,', '1,2,3,4,5', '1,2,3,4\r'][round - 4] ?? '';
      const content = `${lines.join('\n')}\n`;
      expect(await outcome(fast, 'numbers', content)).toEqual(
        await outcome(slow, 'numbers', packed(content)),
      );
    }
  });
});
