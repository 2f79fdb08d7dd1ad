/** Walks through a graph, and searches in it. */
import {
  Connections,
  Expansion,
  Paths,
  SearchAnswer,
  type ConnectionRequest,
  type ExpandRequest,
  type PathRequest,
  type SearchRequest,
} from '@acacia/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;

const town = (id: string) => ({ type: 'town', id });

beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(`
    CREATE VERTEX town (PRIMARY_ID id STRING, name STRING, people INT, founded DATETIME, tags SET<STRING>)
    CREATE VERTEX bridge (PRIMARY_ID id STRING, toll BOOL)
    CREATE UNDIRECTED EDGE road (FROM town, TO town | FROM town, TO bridge, length INT, DISCRIMINATOR(lane INT))
    CREATE DIRECTED EDGE flows (FROM town, TO town) WITH REVERSE_EDGE="flows_back"
    CREATE VERTEX empty_type (PRIMARY_ID id STRING)
    CREATE VERTEX county (PRIMARY_ID id STRING, name STRING, people STRING)
    CREATE DIRECTED EDGE E (FROM town, TO town)
    CREATE DIRECTED EDGE depth (FROM town, TO town)
    CREATE UNDIRECTED EDGE seeds (FROM town, TO town)
    CREATE UNDIRECTED EDGE O (FROM town, TO town)
    CREATE GRAPH land (*)`);
  // a - b - d - e, a - c - d, a - x (a bridge) - d; e flows to a; an island.
  const roads = [
    ...[
      ['a', 'b'],
      ['b', 'd'],
      ['a', 'c'],
      ['c', 'd'],
      ['d', 'e'],
    ].map(([from, to], at) => `INSERT INTO road VALUES ("${from}" town, "${to}" town, 0, ${at + 1});`),
    'INSERT INTO road VALUES ("a" town, "b" town, 1, 9);',
    'INSERT INTO road VALUES ("a" town, "x" bridge, 0, 2);',
    'INSERT INTO road VALUES ("d" town, "x" bridge, 0, 2);',
    'INSERT INTO flows VALUES ("e", "a");',
  ];
  const towns = [
    ['a', 'Ann Arbor', 120],
    ['b', 'Banner', 12],
    ['c', 'ANN', 3],
    ['d', 'Delft', 100],
    ['e', 'Essen', 570],
    ['island/1', 'Sylt "north", 50%', 18],
  ].map(([id, name, people]) => {
    const quoted = String(name).replaceAll('"', String.raw`\"`);
    return `INSERT INTO town (PRIMARY_ID, name, people) VALUES ("${id}", "${quoted}", ${people});`;
  });
  const county = 'INSERT INTO county VALUES ("k", "Kent", "570");';
  const text = `INTERPRET QUERY () FOR GRAPH land { ${[...towns, county, 'INSERT INTO bridge VALUES ("x", TRUE);', ...roads].join('\n')} }`;
  const filled = await workspace.call('POST', '/gsql/v1/queries/interpret?graph=land', { body: text });
  expect(filled.json).toMatchObject({ error: false });
});
afterAll(() => workspace.close());

const ids = (rows: readonly { readonly v_id: string }[]): string =>
  rows
    .map(({ v_id }) => v_id)
    .sort()
    .join(' ');

async function answerOf(call: string, body: object): Promise<unknown> {
  const { json } = await workspace.call('POST', `/restpp/${call}/land`, { body });
  if (json['error'] === true) throw new Error(String(json['message']));
  const [answer] = json['results'] as [unknown];
  return answer;
}
const expand = async (body: ExpandRequest) => Expansion.parse(await answerOf('expand', body));
const pathsOf = async (kind: 'shortest' | 'all', body: PathRequest) =>
  Paths.parse(await answerOf(kind === 'all' ? 'allpaths' : 'shortestpath', body));
const connections = async (body: ConnectionRequest) => Connections.parse(await answerOf('connections', body));
const search = async (body: SearchRequest) => SearchAnswer.parse(await answerOf('search', body));

const refusal = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'not refused',
    (error: unknown) => (error instanceof Error ? error.message : 'another error'),
  );

it('expands in several steps, each with types, filters and a limit of its own', async () => {
  const first = { vertices: [town('a')], edgeTypes: ['road'], vertexTypes: ['town'] };
  const one = await expand(first);
  expect([ids(one.vertices), one.edges.length, one.counts]).toEqual([
    'b c',
    3,
    [{ e_type: 'road', direction: 'undirected', count: 3 }],
  ]);
  const second = { edgeTypes: ['road'], edgeFilters: [{ type: 'road', condition: 'length > 3' }] };
  const two = await expand({ ...first, then: [second] });
  expect([ids(two.vertices), two.edges.length, two.counts]).toEqual(['a b c d', 4, one.counts]);
  const nowhere = await expand({ ...first, then: [{ vertexTypes: ['empty_type'] }, {}] });
  expect(ids(nowhere.vertices)).toBe('b c');
  const back = await expand({
    ...{ vertices: [town('a')], edgeTypes: ['flows_back'], direction: 'in' },
    then: [
      { direction: 'any', edgeTypes: ['road'], vertexFilters: [{ type: 'town', condition: 'people < 50' }] },
    ],
  });
  expect(ids(back.vertices)).toBe('e');
  expect(await refusal(expand({ ...first, then: [{ edgeTypes: ['none'] }] }))).toContain(
    "edge_type = 'none' is not a valid edge type",
  );
  expect(await refusal(expand({ ...first, then: Array(10).fill({}) }))).toContain('then');
  const unknown = { vertices: [{ type: 'none', id: 'a' }] };
  const refused = await refusal(expand(unknown));
  expect(refused).toContain('none');
  // No edge leads to vertices of this type, so that there is nothing to walk.
  expect(await refusal(expand({ ...unknown, vertexTypes: ['empty_type'] }))).toBe(refused);
});

it('compares texts in any case of letters, and moments, in conditions', async () => {
  const towns = async (condition: string) =>
    ids((await expand({ vertices: [town('a')], vertexFilters: [{ type: 'town', condition }] })).vertices);
  expect(await towns('lower(to_string(name)) LIKE "%ann%"')).toBe('b c x');
  expect(await towns('upper(name) == "ANN"')).toBe('c x');
  expect(await towns('founded > to_datetime("2001-02-03")')).toBe('x');
  expect(await towns('t.lower(name) == "essen"')).toBe('e x');
  expect(await refusal(towns('getvid(name) > 0'))).toContain('to_datetime alone, not getvid.');
});

it('lists paths, the shortest first, by types, directions and filters', async () => {
  const ends = {
    source: town('a'),
    target: town('d'),
    direction: 'any',
    edgeTypes: ['road'],
  } satisfies PathRequest;
  const listed = async (kind: 'shortest' | 'all', more: object = {}) => {
    const { vertices, paths = [], more: cut } = await pathsOf(kind, { ...ends, limit: 10, ...more });
    return [paths.map((path) => path.map((at) => vertices[at]?.v_id).join('')).sort(), cut];
  };
  expect(await listed('shortest')).toEqual([['abd'], false]);
  expect(await listed('shortest', { allShortestPaths: true })).toEqual([['abd', 'acd', 'axd'], false]);
  expect(await listed('shortest', { allShortestPaths: true, vertexTypes: ['bridge'] })).toEqual([
    ['axd'],
    false,
  ]);
  expect(await listed('shortest', { allShortestPaths: true, vertexTypes: [] })).toEqual([[], false]);
  const flows = { edgeTypes: undefined, direction: 'out', target: town('a'), source: town('d') };
  expect(await listed('shortest', { ...flows, maxLength: 2, edgeTypes: ['road', 'flows'] })).toEqual([
    ['dba'],
    false,
  ]);
  expect(await listed('shortest', { edgeTypes: ['flows'], source: town('a'), target: town('e') })).toEqual([
    ['ae'],
    false,
  ]);
  const forwards = { edgeTypes: ['flows'], direction: 'out', source: town('a'), target: town('e') };
  expect(await listed('shortest', forwards)).toEqual([[], false]);
  expect(await listed('all', { maxLength: 4 })).toEqual([['abd', 'acd', 'axd'], false]);
  const all = { edgeTypes: undefined, maxLength: 3, target: town('e') };
  expect(await listed('all', all)).toEqual([['abde', 'acde', 'ae', 'axde'], false]);
  expect(await listed('all', { ...all, limit: 2 })).toMatchObject([{ length: 2 }, true]);
  const parallel = await pathsOf('all', { ...ends, maxLength: 1, target: town('b'), limit: 5 });
  expect([parallel.paths, parallel.edges.length]).toEqual([[[0, 1]], 2]);
  const single = await pathsOf('shortest', { ...ends, target: town('b') });
  expect([single.paths, single.edges.length]).toEqual([undefined, 1]);
});

it('connects many vertices by their shortest paths', async () => {
  const connect = async (vertices: readonly string[], more: object = {}) => {
    const found = await connections({ vertices: vertices.map(town), ...more });
    const idAt = (at: number): string => found.vertices[at]?.v_id ?? '?';
    const pairs = found.pairs.map(({ from, to, length }) => `${idAt(from)}${idAt(to)}:${length}`);
    return [ids(found.vertices), found.edges.length, pairs.sort()];
  };
  expect(await connect(['a', 'd'])).toEqual(['a b c d e x', 9, ['ad:2']]);
  expect(await connect(['a', 'd'], { vertexTypes: ['bridge'] })).toEqual(['a d x', 2, ['ad:2']]);
  const few = { vertexFilters: [{ type: 'town', condition: 'people < 10' }] };
  expect(await connect(['a', 'd'], { ...few, vertexTypes: ['town'] })).toEqual(['a c d', 2, ['ad:2']]);
  expect(await connect(['b', 'e', 'island/1'], { edgeTypes: ['road'] })).toEqual([
    'b d e island/1',
    2,
    ['be:2'],
  ]);
  expect(await connect(['b', 'e', 'c'], { maxLength: 1 })).toEqual(['b c e', 0, []]);
  expect(
    await connect(['b', 'e'], { maxLength: 3, edgeFilters: [{ type: 'road', condition: 'length > 4' }] }),
  ).toEqual(['a b e', 2, ['be:2']]);
  // Through a third of them, an odd way, and a vertex that does not exist.
  expect(await connect(['c', 'nobody', 'e', 'b'], { edgeTypes: ['road'], maxLength: 3 })).toEqual([
    'a b c d e',
    6,
    ['cb:2', 'ce:2', 'eb:2'],
  ]);
  // The same one twice.
  expect(await connect(['a', 'd', 'a'], { vertexTypes: ['bridge'] })).toEqual(['a d x', 2, ['ad:2']]);
  expect(await refusal(connections({ vertices: [town('a')] }))).toContain('vertices');
});

it('takes the limits of a run from headers, as queries do', async () => {
  const { json } = await workspace.call('POST', '/restpp/expand/land', {
    body: { vertices: [town('a')] },
    headers: { 'gsql-timeout': 'soon' },
  });
  expect(json['message']).toBe("The header gsql-timeout must be a whole number, not 'soon'.");
});

it('finds vertices by a text in their id or attributes', async () => {
  const hits = async (text: string, more: object = {}) => {
    const found = await search({ text, ...more });
    return [found.hits.map(({ vertex, attribute }) => `${vertex.v_id} ${attribute ?? '-'}`), found.more];
  };
  expect(await hits(' ann')).toEqual([['c name', 'a name', 'b name'], false]);
  expect(await hits('ANN', { match: 'begins' })).toEqual([['c name', 'a name'], false]);
  expect(await hits('ann', { match: 'equals' })).toEqual([['c name'], false]);
  expect(await hits('ann', { limit: 2 })).toEqual([['c name', 'a name'], true]);
  expect(await hits('X')).toEqual([['x -'], false]);
  expect(await hits('land/')).toEqual([['island/1 -'], false]);
  expect(await hits('"NORTH", 50%')).toEqual([['island/1 name'], false]);
  expect(await hits('_')).toEqual([[], false]);
  expect(await hits('570', { types: [{ type: 'town', attributes: ['people'] }] })).toEqual([
    ['e people'],
    false,
  ]);
  expect(await hits('ann', { types: [{ type: 'town', attributes: [] }] })).toEqual([[], false]);
  // Types whose texts have the same names are looked through together; one of another kind is not among them.
  const both = (attribute: string) => ({
    types: ['town', 'county'].map((type) => ({ type, attributes: [attribute] })),
  });
  expect(await hits('en', both('name'))).toEqual([['e name', 'k name'], false]);
  expect(await hits('en', { ...both('name'), limit: 1 })).toEqual([['e name'], true]);
  expect(await hits('570', both('people'))).toEqual([['e people', 'k people'], false]);
  const refused = async (types: readonly object[]) => refusal(search({ text: 'a', types: types as [] }));
  expect(await refused([{ type: 'town', attributes: ['tags'] }])).toContain("'tags' is no attribute of town");
  expect(await refused([{ type: 'town', attributes: ['name) > 0 OR (1'] }])).toContain('is no attribute of');
  expect(await refused([{ type: 'nothing' }])).toContain(
    "vertex_type = 'nothing' is not a valid vertex type",
  );
  expect(await refusal(search({ text: '  ' }))).toContain('text');
});

it('stops a walk whose client has gone, and refuses who may not read', async () => {
  const gone = new AbortController();
  const call = workspace.call('POST', '/restpp/search/land', {
    body: { text: 'ann' },
    signal: gone.signal,
  });
  gone.abort();
  await expect(call).rejects.toThrow('abort');
  for (const name of ['expand', 'subgraph', 'connections', 'search', 'shortestpath', 'allpaths']) {
    const answer = await workspace.call('POST', `/restpp/${name}/land`, { as: 'nobody', body: {} });
    expect([name, answer.status]).toEqual([name, 401]);
  }
});

it('connects vertices beside a hub without walking its edges, and finds the long ways around it', async () => {
  const to = (ends: readonly string[]) => ({
    road: { town: Object.fromEntries(ends.map((id) => [id, { lane: { value: 0 } }])) },
  });
  const chain = ['l0', 'm1', 'm2', 'm3', 'm4'];
  const links = chain.slice(1).map((id, at) => [`${chain[at]}`, to([id])] as const);
  const leaves = Array.from({ length: 2000 }, (_, at) => `l${at}`);
  const ends: Readonly<Record<string, object>> = Object.fromEntries([['hub', to(leaves)], ...links]);
  const body = { edges: { town: ends } };
  const filled = await workspace.call('POST', '/restpp/graph/land', { body });
  expect(filled.json).toMatchObject({ error: false, results: [{ accepted_edges: 2004 }] });
  const many = Array.from({ length: 99 }, (_, at) => town(`l${at + 1}`));
  const beside = await connections({ vertices: many });
  expect([beside.vertices.length, beside.edges.length, beside.pairs.length]).toEqual([100, 99, 4851]);
  const far = await connections({ vertices: [...many.slice(0, 50), town('m4')], maxLength: 6 });
  expect([far.vertices.length, far.edges.length]).toEqual([56, 55]);
  const lengths = far.pairs.map(({ length }) => length);
  expect([lengths.length, lengths.filter((length) => length === 6).length]).toEqual([1275, 50]);
  const short = await connections({ vertices: [...many.slice(0, 50), town('m4')], maxLength: 5 });
  expect([short.vertices.length, short.pairs.length]).toEqual([52, 1225]);
});

it('goes through a vertex that led nowhere while another one was in the way', async () => {
  const roads: Readonly<Record<string, readonly string[]>> = {
    'way s': ['way a', 'way c'],
    'way a': ['way b', 'way t'],
    'way b': ['way c', ...Array.from({ length: 12 }, (_, at) => `way leaf ${at}`)],
  };
  const ends: Readonly<Record<string, object>> = Object.fromEntries(
    Object.entries(roads).map(([from, to]) => [
      from,
      { road: { town: Object.fromEntries(to.map((id) => [id, { lane: { value: 0 } }])) } },
    ]),
  );
  await workspace.call('POST', '/restpp/graph/land', { body: { edges: { town: ends } } });
  const { vertices, paths, more } = await pathsOf('all', {
    ...{ source: town('way s'), target: town('way t'), direction: 'any', maxLength: 6, limit: 10 },
  });
  const texts = paths?.map((path) => path.map((at) => vertices[at]?.v_id.slice(4)).join(' '));
  expect([texts, more]).toEqual([['s a t', 's c b a t'], false]);
});

/** Vertices of a random graph, more than the bits of a word. */
const DOTS = 40;

/** Edges of a random graph: every third is undirected. */
interface DrawnEdge {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** A step against the direction of its edge. */
  readonly back?: boolean;
}

it('finds the paths of a random graph that a plain search finds', async () => {
  let seed = 7;
  const draw = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
  const several = (): number[] => [...new Set(Array.from({ length: 1 + draw(2) }, () => draw(DOTS)))];
  const edges = Array.from({ length: 88 }, (_, at): DrawnEdge => ({
    ...{ name: at % 3 === 0 ? 'beside' : 'onto', from: draw(DOTS), to: draw(DOTS) },
  })).filter(
    ({ from, to, name }, at, all) =>
      from !== to && all.findIndex((other) => other.name === name && isSame(other, { from, to })) === at,
  );
  await workspace.gsql(`
    CREATE VERTEX dot (PRIMARY_ID id STRING, weight INT)
    CREATE DIRECTED EDGE onto (FROM dot, TO dot, cost INT)
    CREATE UNDIRECTED EDGE beside (FROM dot, TO dot)
    CREATE GRAPH dots (dot, onto, beside)`);
  const dots = Object.fromEntries(
    Array.from({ length: DOTS }, (_, id) => [id, { weight: { value: id % 5 } }]),
  );
  for (const [at, { name, from, to }] of edges.entries()) {
    const body = {
      ...(at === 0 ? { vertices: { dot: dots } } : {}),
      edges: {
        dot: {
          [from]: { [name]: { dot: { [to]: name === 'onto' ? { cost: { value: costOf(from, to) } } : {} } } },
        },
      },
    };
    await workspace.call('POST', '/restpp/graph/dots', { body });
  }
  for (let round = 0; round < 60; round += 1) {
    const direction = (['out', 'in', 'any'] as const)[draw(3)] ?? 'out';
    const [isFiltered, isCheap] = [draw(2) === 0, draw(3) === 0];
    const [starts, ends, longest] = [several(), several(), 1 + draw(5)];
    const ask = async (call: string, more: object): Promise<Paths> => {
      const { json } = await workspace.call('POST', `/restpp/${call}/dots`, {
        body: {
          ...{ direction, edgeTypes: ['onto', 'beside'], maxLength: longest, ...more },
          sources: starts.map((id) => ({ type: 'dot', id: String(id) })),
          targets: ends.map((id) => ({ type: 'dot', id: String(id) })),
          vertexFilters: isFiltered ? [{ type: 'dot', condition: 'weight > 0' }] : [],
          edgeFilters: isCheap ? [{ type: 'onto', condition: 'cost > 0' }] : [],
        },
      });
      return Paths.parse((json['results'] as unknown[])[0]);
    };
    const steps = edges
      .flatMap((edge) => [
        ...(edge.name === 'beside' || direction !== 'in' ? [edge] : []),
        ...(edge.name === 'beside' || direction !== 'out'
          ? [{ ...edge, from: edge.to, to: edge.from, back: true }]
          : []),
      ])
      .filter(({ to }) => !isFiltered || to % 5 > 0)
      .filter(({ name, from, to }) => !isCheap || name === 'beside' || costOf(from, to) > 0);
    const expected = plainPaths(steps, starts, ends, longest);
    const joins = edges.flatMap((edge) => [edge, { ...edge, from: edge.to, to: edge.from, back: true }]);
    const said = JSON.stringify({ round, direction, isFiltered, starts, ends, longest });
    const all = await ask('allpaths', {});
    expect(ids(all.vertices), said).toBe([...expected.passed].map(String).sort().join(' '));
    expect(new Set(all.edges.map(nameOfEdge)), said).toEqual(expected.walked);
    const listed = await ask('allpaths', { limit: 1000 });
    const textOf = (found: Paths): string[] =>
      (found.paths ?? []).map((path) => path.map((at) => found.vertices[at]?.v_id).join('-')).sort();
    expect(textOf(listed), said).toEqual(expected.simple.map((path) => path.join('-')).sort());
    expect(new Set(listed.edges.map(nameOfEdge)), said).toEqual(edgesOn(expected.simple, steps));
    const lengths = expected.simple.map(({ length }) => length).sort((a, b) => a - b);
    const first = await ask('allpaths', { limit: 3 });
    const few = first.paths ?? [];
    expect([few.map(({ length }) => length), first.more], said).toEqual([
      lengths.slice(0, 3),
      lengths.length > 3,
    ]);
    expect(textOf(listed), said).toEqual(expect.arrayContaining(textOf(first)));
    const single = await ask('shortestpath', {});
    expect(single.vertices.length, said).toBe(lengths[0] ?? 0);
    const least = Math.min(...expected.simple.map(({ length }) => length));
    const short = await ask('shortestpath', { allShortestPaths: true, limit: 1000 });
    expect(textOf(short), said).toEqual(
      expected.simple
        .filter(({ length }) => length === least)
        .map((path) => path.join('-'))
        .sort(),
    );
    const union = await ask('shortestpath', { allShortestPaths: true });
    const shortest = plainPaths(steps, starts, ends, Math.min(least - 1, longest));
    expect(ids(union.vertices), said).toBe([...shortest.passed].map(String).sort().join(' '));
    expect(new Set(union.edges.map(nameOfEdge)), said).toEqual(shortest.walked);
    const count = [2, 2, 3, 6, 36][draw(5)] ?? 2;
    const joined = [...new Set(Array.from({ length: count }, () => draw(DOTS)))];
    if (joined.length < 2) continue;
    const free = joins
      .filter(({ to }) => !isFiltered || to % 5 > 0 || joined.includes(to))
      .filter(({ name, from, to }) => !isCheap || name === 'beside' || costOf(from, to) > 0);
    const { json } = await workspace.call('POST', '/restpp/connections/dots', {
      body: {
        vertices: joined.map((id) => ({ type: 'dot', id: String(id) })),
        edgeTypes: ['onto', 'beside'],
        vertexFilters: isFiltered ? [{ type: 'dot', condition: 'weight > 0' }] : [],
        edgeFilters: isCheap ? [{ type: 'onto', condition: 'cost > 0' }] : [],
        maxLength: longest,
      },
    });
    const found = Connections.parse((json['results'] as unknown[])[0]);
    const plain = plainConnections(free, joined, longest);
    const also = `${said} among ${joined.join()}`;
    expect(ids(found.vertices), also).toBe([...plain.vertices].map(String).sort().join(' '));
    expect(new Set(found.edges.map(nameOfEdge)), also).toEqual(plain.edges);
    expect(found.edges.length, also).toBe(plain.edges.size);
    const pairs = found.pairs.map(({ from, to, length }) => [
      found.vertices[from]?.v_id,
      found.vertices[to]?.v_id,
      length,
    ]);
    expect(pairs, also).toEqual(plain.pairs);
  }
});

const costOf = (from: number, to: number): number => (from + to) % 4;

/** Names of all edges between the neighbours of some paths. */
const edgesOn = (paths: readonly (readonly number[])[], steps: readonly DrawnEdge[]): ReadonlySet<string> =>
  new Set(
    paths.flatMap((path) =>
      path
        .slice(1)
        .flatMap((end, at) =>
          steps
            .filter(({ from, to }) => from === path[at] && to === end)
            .map(({ name, from, to, back }) =>
              back === true
                ? edgeName(name, String(to), String(from))
                : edgeName(name, String(from), String(to)),
            ),
        ),
    ),
  );

type Ends = Pick<DrawnEdge, 'from' | 'to'>;

const isSame = (a: Ends, b: Ends): boolean =>
  (a.from === b.from && a.to === b.to) || (a.from === b.to && a.to === b.from);

const edgeName = (name: string, from: string, to: string): string =>
  name === 'beside' ? `${name} ${[from, to].sort().join(' ')}` : `${name} ${from} ${to}`;

const nameOfEdge = ({ e_type, from_id, to_id }: Paths['edges'][number]): string =>
  edgeName(e_type, from_id, to_id);

/** The shortest paths between any two of some vertices, by the distances of all vertices from both. */
function plainConnections(steps: readonly DrawnEdge[], among: readonly number[], longest: number) {
  const vertices = new Set(among);
  const edges = new Set<string>();
  const pairs: [string, string, number][] = [];
  const distances = among.map((end) => {
    const from = new Map([[end, 0]]);
    for (const [vertex, distance] of from) {
      for (const { from: start, to } of steps) {
        if (start === vertex && !from.has(to)) from.set(to, distance + 1);
      }
    }
    return from;
  });
  for (const [at, one] of distances.entries()) {
    for (const [place, other] of distances.slice(at + 1).entries()) {
      const end = among[at + 1 + place] ?? 0;
      const length = one.get(end) ?? Infinity;
      if (length > longest) continue;
      pairs.push([String(among[at]), String(end), length]);
      for (const { name, from, to, back } of steps) {
        if ((one.get(from) ?? Infinity) + 1 + (other.get(to) ?? Infinity) !== length) continue;
        for (const vertex of [from, to]) vertices.add(vertex);
        const [start, stop] = back === true ? [to, from] : [from, to];
        edges.add(edgeName(name, String(start), String(stop)));
      }
    }
  }
  return { vertices, edges, pairs };
}

/** Every walk from a start to an end along steps, one after the other; those that pass no vertex twice are simple. */
function plainPaths(
  steps: readonly DrawnEdge[],
  starts: readonly number[],
  ends: readonly number[],
  longest: number,
) {
  const passed = new Set<number>();
  const walked = new Set<string>();
  const simple = new Map<string, readonly number[]>();
  const walk = (path: readonly number[], names: readonly string[]): void => {
    const last = path.at(-1) ?? 0;
    if (ends.includes(last)) {
      for (const at of path) passed.add(at);
      for (const name of names) walked.add(name);
      if (new Set(path).size === path.length) simple.set(path.join(), path);
    }
    if (names.length === longest) return;
    for (const { name, from, to, back } of steps) {
      if (from === last)
        walk(
          [...path, to],
          [
            ...names,
            back === true
              ? edgeName(name, String(to), String(from))
              : edgeName(name, String(from), String(to)),
          ],
        );
    }
  };
  for (const start of starts) walk([start], []);
  return { passed, walked, simple: [...simple.values()] };
}

it('counts a loop once where both ways are asked for, and in each way alone', async () => {
  const text =
    'INTERPRET QUERY () FOR GRAPH land { INSERT INTO flows VALUES ("e", "e"); INSERT INTO flows VALUES ("d", "e"); }';
  const filled = await workspace.call('POST', '/gsql/v1/queries/interpret?graph=land', { body: text });
  expect(filled.json).toMatchObject({ error: false });
  const counts = async (direction: ExpandRequest['direction']) =>
    (await expand({ vertices: [town('e')], edgeTypes: ['flows'], direction, countOnly: true })).counts.map(
      (each) => `${each.direction} ${each.count}`,
    );
  expect(await counts('any')).toEqual(['out 2', 'in 1']);
  expect(await counts('out')).toEqual(['out 2']);
  expect(await counts('in')).toEqual(['in 2']);
});
