/** Whatever a query makes grow ends that query, with a sentence; others go on, and the next one is answered. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { openEngine } from '../open.ts';
import { mustRun } from '../testing.ts';

const MEMORY = 'SYS-0002';
const TOO_LONG = 'GSQL-2630';
const NO_SUCH_SIZE = 'GSQL-2621';
/** Of a text that cannot be read as JSON: it is nested too deeply. */
const NO_JSON = 'GSQL-2602';
const TIME = 'REST-3000';

const forever = (...statements: readonly string[]): string =>
  `INT i = 0; WHILE TRUE DO i = i + 1; ${statements.join(' ')} END;`;
const LONG = 'repeat("0123456789", 400000)';

/** A value that grows, the body that makes it grow, and the codes of errors of which one ends the query. */
const HOSTILE: readonly (readonly [what: string, body: string, ...codes: string[]])[] = [
  ['places of an array', 'ArrayAccum<SumAccum<INT>> @@a[2000000000]; PRINT 1;', NO_SUCH_SIZE],
  ['dimensions of an array', 'ArrayAccum<SumAccum<INT>> @@a[2000][2000][2000]; PRINT 1;', NO_SUCH_SIZE],
  ['an array that fits no memory', 'ArrayAccum<SumAccum<INT>> @@a[30000000]; PRINT 1;', MEMORY],
  ['an array that is made larger', 'ArrayAccum<SumAccum<INT>> @@a[2]; @@a.reallocate(30000000);', MEMORY],
  [
    'arrays of every vertex',
    'ArrayAccum<ListAccum<INT>> @a[2000000]; S = SELECT p FROM P:p ACCUM p.@a[0] += 1;',
    MEMORY,
  ],
  [
    'a sum of arrays',
    `ArrayAccum<SumAccum<INT>> @@a[900000]; ArrayAccum<SumAccum<INT>> @@b[900000]; ${forever('@@b = @@a + @@a + @@a;')}`,
    MEMORY,
    TIME,
  ],
  ['bits', 'BitwiseAndAccum<2000000000> @@b; PRINT 1;', NO_SUCH_SIZE],
  [
    'upper of a text twice itself',
    `STRING s = "abcdefgh"; ${forever('s = upper(s + s);')}`,
    TOO_LONG,
    MEMORY,
  ],
  ['a text twice itself', `STRING s = "abcdefgh"; ${forever('s = s + s;')}`, TOO_LONG, MEMORY],
  ['repeat', 'PRINT length(repeat("abc", 400000000));', TOO_LONG],
  ['lpad', 'PRINT length(lpad("abc", 500000000, "de"));', TOO_LONG],
  ['rpad', 'PRINT length(rpad("abc", 500000000));', TOO_LONG],
  ['space', 'PRINT length(space(500000000));', TOO_LONG],
  ['replace', `STRING s = ${LONG}; PRINT length(replace(s, "1", s));`, TOO_LONG],
  ['insert', `STRING s = ${LONG}; ${forever('s = insert(s, 5, s);')}`, TOO_LONG, MEMORY],
  ['split', `STRING s = ${LONG}; ListAccum<STRING> @@l; ${forever('@@l += split(s, "1");')}`, MEMORY],
  ['split into characters', `STRING s = ${LONG}; PRINT split(s, "").size();`, MEMORY],
  ['translate', `STRING s = ${LONG}; PRINT translate(s, s, s);`, MEMORY],
  [
    'reverse of long texts',
    `ListAccum<STRING> @@l; STRING s = ${LONG}; ${forever('@@l += reverse(s);')}`,
    MEMORY,
  ],
  [
    'texts as text',
    `ListAccum<STRING> @@l; STRING s = ${LONG}; ${forever('@@l += s; s = to_string(@@l);')}`,
    MEMORY,
    TOO_LONG,
  ],
  [
    'datetime_format',
    `PRINT length(datetime_format(now(), replace(${LONG}, "0123456789", "%A%A%A%A%A")));`,
    TOO_LONG,
  ],
  ['SumAccum of texts', `SumAccum<STRING> @@s = "abcdefghij"; ${forever('@@s += @@s;')}`, TOO_LONG, MEMORY],
  ['a list, one by one', `ListAccum<INT> @@l; ${forever('@@l += i;')}`, MEMORY],
  ['a list to which itself is added', `ListAccum<INT> @@l; @@l += 1; ${forever('@@l += @@l;')}`, MEMORY],
  ['a list plus itself', `LIST<INT> l = [1]; ${forever('l = l + l;')}`, MEMORY],
  ['a list times itself', `LIST<STRING> l = ["a", "b"]; ${forever('l = l * l;')}`, MEMORY],
  ['lists of lists', `ListAccum<ListAccum<INT>> @@l; ${forever('@@l += [1, 2, 3];')}`, MEMORY],
  [
    'a list of one long text in others',
    `ListAccum<STRING> @@l; STRING s = ${LONG}; ${forever('@@l += upper(s + to_string(i));')}`,
    MEMORY,
  ],
  ['a set', `SetAccum<STRING> @@s; ${forever('@@s += to_string(i);')}`, MEMORY],
  [
    'a set of tuples',
    `TYPEDEF TUPLE<INT a, STRING b> T; SetAccum<T> @@s; ${forever('@@s += T(i, "x");')}`,
    MEMORY,
  ],
  ['a bag', `BagAccum<INT> @@b; @@b += 1; ${forever('@@b += @@b;')} PRINT @@b;`, MEMORY, TIME],
  ['a map', `MapAccum<INT, INT> @@m; ${forever('@@m += (i -> i);')}`, MEMORY],
  [
    'maps in maps',
    `MapAccum<INT, MapAccum<INT, ListAccum<INT>>> @@m; ${forever('@@m += (i -> (i -> i));')}`,
    MEMORY,
  ],
  [
    'a map of long keys',
    `MapAccum<STRING, INT> @@m; STRING s = repeat("k", 100000); ${forever('@@m += (s + to_string(i) -> i);')}`,
    MEMORY,
  ],
  ['groups', `GroupByAccum<INT a, ListAccum<INT> b> @@g; ${forever('@@g += (i -> i);')}`, MEMORY, TIME],
  [
    'a heap',
    `TYPEDEF TUPLE<INT a> T; HeapAccum<T>(2000000000, a ASC) @@h; ${forever('@@h += T(i);')}`,
    MEMORY,
    TIME,
  ],
  ['percentiles', `PercentileContAccum @@p; ${forever('@@p += i;')}`, MEMORY, TIME],
  [
    'accumulators of every vertex',
    `ListAccum<STRING> @l; ${forever('S = SELECT p FROM P:p ACCUM p.@l += upper("some text that is long enough") + to_string(i);')}`,
    MEMORY,
    TIME,
  ],
  ['a range', 'PRINT range(0, 2000000000);', MEMORY],
  [
    'PRINT in a loop',
    forever('PRINT "abcdefghijklmnopqrstuvwxyz" AS a, "abcdefghijklmnopqrstuvwxyz" AS b, i;'),
    MEMORY,
    TIME,
  ],
  ['PRINT of a long text', `STRING s = ${LONG}; ${forever('PRINT s;')}`, MEMORY],
  [
    'PRINT of one text many times',
    `ListAccum<STRING> @@l; STRING s = ${LONG}; FOREACH i IN RANGE[1, 1000] DO @@l += s; END; PRINT @@l;`,
    MEMORY,
  ],
  [
    'LOG in a loop',
    forever('LOG(TRUE, "abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz", i);'),
    MEMORY,
    TIME,
  ],
  ['a file', `FILE f ("a.csv"); STRING s = repeat("line ", 1000); ${forever('f.println(s, i);')}`, MEMORY],
  ['new vertices', forever('INSERT INTO P VALUES (to_string(i), i);'), MEMORY, TIME],
  [
    'values of parsed JSON',
    `ListAccum<JSONOBJECT> @@l; ${forever('@@l += parse_json_object("{\\"a\\":[{},{},{},{},{},{},{},{}]}");')}`,
    MEMORY,
    TIME,
  ],
  [
    'depth of parsed JSON',
    'PRINT parse_json_object("{\\"a\\":" + repeat("[", 200000) + repeat("]", 200000) + "}");',
    NO_JSON,
  ],
  [
    'a pattern that runs for long',
    `STRING s = repeat("a", 60); IF s LIKE "%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%b" THEN PRINT 1; END;`,
    TIME,
  ],
  [
    'a search that runs for long',
    `STRING s = ${LONG}; s = repeat("a", 8000000); ${forever('PRINT instr(s, "b" + left(s, 3000000));')}`,
    TIME,
  ],
  ['an endless loop', forever(''), TIME],
];

const MIB = 2 ** 20;
let engine: Engine;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'acacia-hostile-'));
  engine = await openEngine({ dataDir: folder, memoryLimitBytes: 192 * MIB, workers: 2 });
  await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING, n INT)\nCREATE GRAPH g (*)');
  const writes = Array.from({ length: 100 }, (_, n) => {
    return { kind: 'upsertVertex', type: 'P', id: `p${n}`, attributes: { n: { value: n } } } as const;
  });
  await engine.write('g', writes);
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const run = async (body: string, timeLimitMs = 60_000): Promise<unknown> =>
  (await engine.interpretQuery(`INTERPRET QUERY () FOR GRAPH g { ${body} }`, 'g', {}, { timeLimitMs }))
    .results;

/** A query that takes a while, and whose result shows whether anything was lost. */
const BYSTANDER = `SumAccum<INT> @@n; ListAccum<INT> @@l; FOREACH i IN RANGE[1, 30000] DO @@n += i; @@l += i; END;
  PRINT @@n, @@l.size() AS size;`;

describe('a query that takes all it can', () => {
  it.each(HOSTILE)('ends alone: %s', async (_what, body, ...codes) => {
    const [error, bystander] = await Promise.all([
      run(body, codes.includes(TIME) ? 1500 : undefined).then(
        () => null,
        (problem: unknown) => problem,
      ),
      run(BYSTANDER),
    ]);
    expect(error).toBeInstanceOf(EngineError);
    expect(codes).toContain((error as EngineError).code);
    expect(bystander).toEqual([{ '@@n': 450015000, size: 30000 }]);
    expect(await run('PRINT 1 AS n;')).toEqual([{ n: 1 }]);
  });
});
