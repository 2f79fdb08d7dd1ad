import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import type { GraphProfile } from '../graph-profile.ts';
import { EngineError } from '../errors.ts';
import { mustRun, testEngine } from '../testing.ts';
import type { Write } from '../writes.ts';

const SCHEMA = `
CREATE VERTEX person (PRIMARY_ID id STRING, name STRING, age INT, score DOUBLE, born DATETIME, member BOOL, tags LIST<STRING>)
CREATE VERTEX city (PRIMARY_ID id STRING)
CREATE DIRECTED EDGE lives_in (FROM person, TO city, since INT) WITH REVERSE_EDGE="home_of"
CREATE UNDIRECTED EDGE knows (FROM person, TO person)
CREATE GRAPH town (*)
`;

const PEOPLE = 60;
const CITIES = 4;
const DAY = 86_400;

interface Person {
  readonly id: string;
  readonly name: string;
  readonly age: number;
  readonly score: number;
  readonly born: number;
  readonly member: boolean;
}

/** Names repeat with skew, some attributes are left out, ages and scores spread. */
const people = Array.from({ length: PEOPLE }, (_, i): Person => ({
  id: `p${i}`,
  name: i % 5 === 0 ? '' : `name-${Math.floor(Math.sqrt(i))}`,
  age: i % 7 === 0 ? 0 : 18 + ((i * 37) % 60),
  score: ((i * 7919) % 1000) / 8 - 40,
  born: i * 40 * DAY,
  member: i % 3 === 0,
}));
const homes = people
  .filter((_, i) => i % 4 !== 0)
  .map(({ id }, i) => ({ id, city: `c${i % 2}`, since: 2000 + (i % 5) }));
/** Pairs of friends; p1 is its own friend too. */
const friends = [
  ...people.slice(2, 30).map(({ id }) => ['p1', id] as const),
  ...people.slice(31, 40).map(({ id }) => ['p30', id] as const),
  ['p1', 'p1'] as const,
];

async function town(): Promise<Engine> {
  const engine = await testEngine();
  await mustRun(engine, SCHEMA);
  const edge = (
    type: string,
    from: string,
    [toType, to]: readonly [string, string],
    attributes = {},
  ): Write => ({
    kind: 'upsertEdge',
    type,
    from: { type: 'person', id: from },
    to: { type: toType, id: to },
    attributes,
  });
  const writes: Write[] = [
    ...people.map(({ id, name, age, score, born, member }): Write => ({
      kind: 'upsertVertex',
      type: 'person',
      id,
      attributes: {
        name: { value: name },
        age: { value: age },
        score: { value: score },
        born: { value: born },
        member: { value: member },
      },
    })),
    ...Array.from({ length: CITIES }, (_, i): Write => ({
      kind: 'upsertVertex',
      type: 'city',
      id: `c${i}`,
      attributes: {},
    })),
    ...homes.map(({ id, city, since }) => edge('lives_in', id, ['city', city], { since: { value: since } })),
    ...friends.map(([a, b]) => edge('knows', a, ['person', b])),
  ];
  await engine.write('town', writes);
  return engine;
}

function vertexType(profile: GraphProfile, name: string) {
  const found = profile.vertices.find(({ type }) => type === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}
function edgeType(profile: GraphProfile, name: string) {
  const found = profile.edges.find(({ type }) => type === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}
function attribute(profile: GraphProfile, name: string) {
  const found = vertexType(profile, 'person').attributes.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}
const total = (buckets: readonly { readonly count: number }[]) =>
  buckets.reduce((sum, { count }) => sum + count, 0);

/** How many vertices have how many edges, counted one by one. */
function degrees(sources: readonly string[], ends: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const source of sources) {
    const degree = ends.filter((end) => end === source).length;
    const power = Math.floor(Math.log2(degree));
    const label = degree < 2 ? String(degree) : `${2 ** power}–${2 ** (power + 1) - 1}`;
    counts[label] = (counts[label] ?? 0) + 1;
  }
  return counts;
}
const asRecord = (buckets: readonly { readonly label: string; readonly count: number }[]) =>
  Object.fromEntries(buckets.filter(({ count }) => count > 0).map(({ label, count }) => [label, count]));

describe('the profile of a graph', () => {
  it('counts each type, its edges once under their own name', async () => {
    const profile = await (await town()).profile('town');
    expect(profile.vertices.map(({ type, count }) => [type, count])).toEqual([
      ['person', PEOPLE],
      ['city', CITIES],
    ]);
    expect(profile.edges.map(({ type, directed }) => [type, directed])).toContainEqual(['knows', false]);
    expect(profile.edges.map(({ type, count, from, to }) => [type, count, from, to])).toEqual([
      ['lives_in', homes.length, ['person'], ['city']],
      ['knows', friends.length, ['person'], ['person']],
    ]);
  });

  it('agrees with counting one by one on filled, distinct, least and greatest values', async () => {
    const profile = await (await town()).profile('town');
    // Of numbers every one is a value, 0 too.
    const brute = <T>(values: readonly T[], empty?: T) => ({
      filled: values.filter((value) => value !== empty).length,
      distinct: new Set(values).size,
    });
    expect(attribute(profile, 'name')).toMatchObject({
      type: 'STRING',
      ...brute(
        people.map(({ name }) => name),
        '',
      ),
      min: '',
      max: people
        .map(({ name }) => name)
        .sort()
        .at(-1),
    });
    expect(attribute(profile, 'age')).toMatchObject({
      ...brute(people.map(({ age }) => age)),
      min: '0',
      max: String(Math.max(...people.map(({ age }) => age))),
    });
    expect(attribute(profile, 'score')).toMatchObject({
      ...brute(people.map(({ score }) => score)),
      min: String(Math.min(...people.map(({ score }) => score))),
      max: String(Math.max(...people.map(({ score }) => score))),
    });
    expect(attribute(profile, 'born')).toMatchObject({ min: '1970-01-01 00:00:00', filled: PEOPLE - 1 });
    expect(attribute(profile, 'tags')).toMatchObject({ type: 'LIST<STRING>', filled: 0, distinct: 1 });
  });

  it('spreads numbers and times over ten buckets of equal width that hold every row', async () => {
    const profile = await (await town()).profile('town');
    const { histogram } = attribute(profile, 'score');
    const scores = people.map(({ score }) => score);
    const [min, max] = [Math.min(...scores), Math.max(...scores)];
    const expected = Array.from({ length: 10 }, () => 0);
    for (const score of scores) {
      const place = Math.min(9, Math.floor((score - min) / ((max - min) / 10)));
      expected[place] = (expected[place] ?? 0) + 1;
    }
    expect(histogram.map(({ count }) => count)).toEqual(expected);
    expect(total(attribute(profile, 'age').histogram)).toBe(PEOPLE);
    const born = attribute(profile, 'born').histogram;
    expect(born).toHaveLength(10);
    expect(born[0]?.label).toBe('1970-01-01');
    expect(total(born)).toBe(PEOPLE);
  });

  it('gives few whole numbers a bucket each, and names the most frequent texts', async () => {
    const profile = await (await town()).profile('town');
    const since = edgeType(profile, 'lives_in').attributes[0];
    expect(since?.histogram.map(({ label }) => label)).toEqual(['2000', '2001', '2002', '2003', '2004']);
    expect(total(since?.histogram ?? [])).toBe(homes.length);
    const counts = new Map<string, number>();
    for (const { name } of people) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const { label, count } of attribute(profile, 'name').histogram)
      expect(counts.get(label)).toBe(count);
    expect(asRecord(attribute(profile, 'member').histogram)).toEqual({ false: 40, true: 20 });
  });

  it('counts degrees in powers of two, of both ends of an undirected edge, a loop once', async () => {
    const profile = await (await town()).profile('town');
    const ids = people.map(({ id }) => id);
    expect(asRecord(edgeType(profile, 'lives_in').degrees)).toEqual(
      degrees(
        ids,
        homes.map(({ id }) => id),
      ),
    );
    const ends = friends.flatMap(([a, b]) => (a === b ? [a] : [a, b]));
    expect(asRecord(edgeType(profile, 'knows').degrees)).toEqual(degrees(ids, ends));
  });

  it('judges attributes from a sample where there is more, and says so', async () => {
    const profile = await (await town()).profile('town', { sampleRows: 25 });
    expect(profile.sampleRows).toBe(25);
    expect(vertexType(profile, 'person').count).toBe(PEOPLE);
    expect(total(attribute(profile, 'age').histogram)).toBe(25);
    expect(attribute(profile, 'born').distinct).toBe(25);
  });

  it('shows an empty graph as one', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const profile = await engine.profile('town');
    expect(attribute(profile, 'age')).toMatchObject({
      filled: 0,
      distinct: 0,
      min: null,
      max: null,
      histogram: [],
    });
    expect(edgeType(profile, 'knows').degrees).toEqual([{ label: '0', count: 0 }]);
  });

  it('is made once for those who ask together, and kept while nothing changes', async () => {
    const engine = await town();
    const first = await engine.profile('town');
    expect(await engine.profile('town')).toBe(first);
    const [one, two] = await Promise.all([
      engine.profile('town', { sampleRows: 30 }),
      engine.profile('town', { sampleRows: 30 }),
    ]);
    expect(one).toBe(two);
  });

  it('refuses a graph that is not there, and one that takes too long', async () => {
    const engine = await town();
    await expect(engine.profile('nowhere')).rejects.toThrow(EngineError);
    await expect(engine.profile('town', { sampleRows: 7, timeLimitMs: 0 })).rejects.toThrow(
      /took longer than/,
    );
    // A failed profile is not kept.
    expect((await engine.profile('town', { sampleRows: 7 })).sampleRows).toBe(7);
  });
});
