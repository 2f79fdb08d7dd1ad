/** GSQL texts that once exposed the server's files or exhausted its memory or time, and variants of them. */
import type { Random } from '../random.ts';
import { GRAPH, type Person, type Stage } from './stage.ts';

interface Attack {
  readonly name: string;
  readonly as: Person;
  readonly text: string;
}

const query = (body: string): string => `INTERPRET QUERY () FOR GRAPH ${GRAPH} {\n${body}\n}`;

/** Paths out of a workspace's readable folders; relative ones stand for any depth. */
const pathsOut = (stage: Stage): string[] => [
  `${stage.outside}/secret.csv`,
  `/proc/self/cwd/../..${stage.outside}/secret.csv`,
  '../../../secret.csv',
  '[.][.]/[.][.]/[.][.]/secret.csv',
  '[.][.]/[.][.]/[.][.]/postgres-password',
  '?./?./?./secret.csv',
  '*/../../../../secret.csv',
  `..${stage.outside}/secret.csv`,
  '{a,..}/{a,..}/{a,..}/secret.csv',
  '/e[t]c/passwd',
  '/etc/passw?',
  '/proc/self/environ',
  'any:/etc/passwd',
  `m1:${stage.outside}/secret.csv`,
  '$sys.data_root/../../../secret.csv',
  '~/.ssh/id_rsa',
  `file://${stage.outside}/secret.csv`,
];

const fileAttacks = (stage: Stage): Attack[] =>
  pathsOut(stage).flatMap((file, number): Attack[] => {
    const job = `USE GRAPH ${GRAPH}
CREATE LOADING JOB out${number} FOR GRAPH ${GRAPH} { DEFINE FILENAME f="${file}"; LOAD f TO VERTEX Person VALUES ($0, _, $0) USING SEPARATOR="#"; }
RUN LOADING JOB out${number}
DROP JOB out${number}`;
    return [
      { name: `loads ${file}`, as: 'admin', text: job },
      {
        name: `loads ${file}, named at the run`,
        as: 'admin',
        text: `RUN LOADING JOB load_people USING f="${file}"`,
      },
      {
        name: `sets the data root to ${file}`,
        as: 'admin',
        text: `SET sys.data_root="${file}"\nRUN LOADING JOB load_people USING f="$sys.data_root"`,
      },
      {
        name: `makes a data source of ${file}`,
        as: 'admin',
        text: `CREATE DATA_SOURCE s${number} = "${file}" FOR GRAPH ${GRAPH}\nDROP DATA_SOURCE s${number}`,
      },
      { name: `imports ${file}`, as: 'admin', text: `IMPORT GRAPH ${GRAPH} FROM "${file}"` },
      { name: `exports to ${file}`, as: 'reader', text: `EXPORT GRAPH ${GRAPH} TO "${file}"` },
      { name: `writes ${file}`, as: 'reader', text: query(`FILE o("${file}"); o.println("x");`) },
      { name: `prints to ${file}`, as: 'reader', text: query(`S = {Person.*}; PRINT S TO_CSV "${file}";`) },
    ];
  });

/** Values that a query can make grow, each until something stops it. */
const GROWING = Object.entries({
  'an array of two thousand million': 'ArrayAccum<SumAccum<INT>> @@a[2000000000]; PRINT @@a;',
  'an array of many dimensions': 'ArrayAccum<SumAccum<INT>> @@a[9000][9000][9000]; PRINT @@a;',
  'an array on each vertex':
    'ArrayAccum<SumAccum<INT>> @a[2000000]; S = {Person.*}; S = SELECT s FROM S:s ACCUM s.@a[0] += 1;',
  'a text that doubles': 'STRING s = "abcdefgh"; WHILE true DO s = upper(s + s); END;',
  'a text of a sum accumulator':
    'SumAccum<STRING> @@s; WHILE true DO @@s += "abcdefghabcdefghabcdefghabcdefgh"; END;',
  'a text accumulator that doubles': 'SumAccum<STRING> @@s = "abcdefgh"; WHILE true DO @@s = @@s + @@s; END;',
  'a list': 'ListAccum<INT> @@l; WHILE true DO @@l += 1; END;',
  'a list that doubles': 'ListAccum<INT> @@l; @@l += 1; WHILE true DO @@l += @@l; END;',
  'a set': 'SetAccum<INT> @@l; INT i = 0; WHILE true DO i = i + 1; @@l += i; END;',
  'a bag': 'BagAccum<STRING> @@l; INT i = 0; WHILE true DO i = i + 1; @@l += to_string(i); END;',
  'a map': 'MapAccum<INT, STRING> @@m; INT i = 0; WHILE true DO i = i + 1; @@m += (i -> "abcdefgh"); END;',
  'a map of lists':
    'MapAccum<INT, ListAccum<INT>> @@m; INT i = 0; WHILE true DO i = i + 1; @@m += (i -> i); END;',
  'a heap':
    'TYPEDEF TUPLE<INT a> T; HeapAccum<T>(2000000000, a ASC) @@h; INT i = 0; WHILE true DO i = i + 1; @@h += T(i); END;',
  groups:
    'GroupByAccum<INT a, SumAccum<INT> n> @@g; INT i = 0; WHILE true DO i = i + 1; @@g += (i -> 1); END;',
  'lists on vertices':
    'ListAccum<INT> @l; S = {Person.*}; WHILE true DO S = SELECT s FROM S:s ACCUM s.@l += 1; END;',
  output: 'WHILE true DO PRINT "abcdefghabcdefghabcdefghabcdefgh"; END;',
  'output of sets': 'S = {Person.*}; WHILE true DO PRINT S; END;',
  'a file': 'FILE f("grows.csv"); WHILE true DO f.println("abcdefghabcdefghabcdefghabcdefgh"); END;',
  files: 'INT i = 0; WHILE true DO PRINT i TO_CSV "grows/" + to_string(i); i = i + 1; END;',
  'log lines': 'WHILE true DO LOG(true, "abcdefghabcdefgh"); END;',
  'rows of a pattern':
    'S = SELECT f FROM Person:a -(Knows)- Person:b -(Knows)- Person:c -(Knows)- Person:d -(Knows)- Person:e -(Knows)- Person:f;',
  'a table': 'SELECT a.id, b.id, c.id INTO T FROM Person:a, Person:b, Person:c; PRINT T;',
  'a call of itself by nested loops':
    'INT n = 0; FOREACH i IN RANGE[1, 2000000000] DO FOREACH j IN RANGE[1, 2000000000] DO n = n + j; END; END;',
  'a range': 'ListAccum<INT> @@l; FOREACH i IN RANGE[1, 2000000000] DO @@l += i; END;',
  JSON: 'JSONOBJECT o; STRING s = "[1"; WHILE length(s) < 200000000 DO s = s + s; END; PRINT s;',
  'a literal of ten million letters': `PRINT "${'x'.repeat(10_000_000)}";`,
});

const MANY = 50_000;
/** Texts whose reading once took a time that grew with the square of their length, or too much of the stack. */
const parseAttacks: readonly Attack[] = Object.entries({
  'marks that are none': '@@@ ;'.repeat(MANY),
  'comments opened': '/*'.repeat(10 * MANY),
  'comments for documentation': '/** @param {'.repeat(MANY),
  parentheses: query(`PRINT ${'('.repeat(4 * MANY)}1${')'.repeat(4 * MANY)};`),
  'nested lists': query(`PRINT ${'['.repeat(MANY)}1${']'.repeat(MANY)};`),
  'nested blocks': query(`${'IF true THEN '.repeat(MANY)} PRINT 1; ${'END;'.repeat(MANY)}`),
  'a chain of additions': query(`PRINT ${'1 + '.repeat(MANY)}1;`),
  'a chain of negations': query(`PRINT ${'NOT '.repeat(MANY)}true;`),
  'many statements': query('PRINT 1;'.repeat(MANY)),
  'many unknown names': query(Array.from({ length: MANY }, (_, n) => `PRINT unknown${n};`).join('\n')),
  'many quotes': '"'.repeat(10 * MANY),
  'many hops': query(`S = SELECT b FROM Person:a ${'-(Knows)- Person'.repeat(2000)}:b;`),
  'many words': 'CREATE '.repeat(MANY),
  'many types': `CREATE VERTEX ${'x, '.repeat(MANY)}`,
}).map(([name, text]) => ({ name: `parses ${name}`, as: 'reader', text }));

/** Expressions that were answered with 500. */
const faultAttacks: readonly Attack[] = [
  'PRINT sum([2,"x",2]);',
  'S = {Person.*}; PRINT [S.@x];',
  `JSONOBJECT o; o = parse_json_object("${'{\\"a\\":'.repeat(5000)}1${'}'.repeat(5000)}"); PRINT o;`,
  'SetAccum<INT> @@s; @@s += "text"; PRINT @@s;',
  'PRINT 1 / 0, 1 % 0, 9223372036854775807 + 1;',
  'PRINT substr("abc", -5, 1000000000), to_datetime("no time"), str_to_int("x");',
  'MapAccum<STRING, INT> @@m; @@m += ("__proto__" -> 1); PRINT @@m;',
  'S = {Person.*}; S = SELECT s FROM S:s WHERE s.note LIKE "%(a+)+$%" ORDER BY s.@nothing LIMIT -1;',
].map((body) => ({ name: `runs ${body.slice(0, 60)}`, as: 'reader', text: query(body) }));

const SOURCES = [
  'http://127.0.0.1:1/x.csv',
  'http://localhost:5432/x.csv',
  'http://0x7f000001/x.csv',
  'http://2130706433/x.csv',
  'http://0177.0.0.1/x.csv',
  'http://127.1/x.csv',
  'http://[::1]/x.csv',
  'http://[::ffff:127.0.0.1]/x.csv',
  'http://[::ffff:7f00:1]/x.csv',
  'http://[64:ff9b::7f00:1]/x.csv',
  'http://[2002:7f00:1::]/x.csv',
  'http://0.0.0.0/x.csv',
  'http://0/x.csv',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fe80::1%25lo]/x.csv',
  'http://[fd00:ec2::254]/x.csv',
  'http://100.100.100.200/latest/meta-data/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://localhost.:80/x.csv',
  'http://a:b@127.0.0.1/x.csv',
  's3://bucket/x.csv',
];

const sourceAttacks: readonly Attack[] = SOURCES.map((address) => ({
  name: `loads from ${address}`,
  as: 'admin',
  text: `RUN LOADING JOB load_people USING f="${address}"`,
}));

/** Texts that read files and addresses, or are hard to parse, in random order. */
export async function textAttacks(stage: Stage, random: Random, until: number): Promise<void> {
  const all = [...fileAttacks(stage), ...parseAttacks, ...faultAttacks, ...sourceAttacks];
  for (const { name, as, text } of random.shuffled(all)) {
    if (Date.now() >= until) break;
    await stage.gsql(name, as, text);
  }
  // A load may have taken data that no message shows.
  const vertices = `${stage.workspace}/restpp/graph/${GRAPH}/vertices/Person`;
  await stage.attack('what is in the graph', vertices, { as: 'admin' });
}

/** Number of readers that attack at once. */
const READERS = 3;

/** Runs in the background that are started at once: most wait, and some are refused. */
const FLOOD = 100;
/** Writes about 10 MB. */
const WRITES = query(
  'FILE f("flood.csv"); FOREACH i IN RANGE[1, 150000] DO f.println("abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh"); END;',
);

/** Many runs in the background, each of which writes a file. */
async function flood(stage: Stage): Promise<void> {
  const url = `${stage.workspace}/gsql/v1/statements?graph=${GRAPH}&async=true`;
  await Promise.all(
    Array.from({ length: FLOOD }, () => stage.attack('floods', url, { as: 'admin', text: WRITES })),
  );
}

/** Queries that grow, in random order, from several readers; before them a flood. */
export async function memoryAttacks(stage: Stage, random: Random, until: number): Promise<void> {
  await flood(stage);
  const waiting = random.shuffled(GROWING);
  const reader = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined && Date.now() < until; next = waiting.pop())
      await stage.gsql(`grows ${next[0]}`, 'reader', query(next[1]));
  };
  await Promise.all(Array.from({ length: READERS }, reader));
}
