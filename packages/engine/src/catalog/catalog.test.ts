import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { gsql, mustRun, testEngine } from '../testing.ts';
import { EMPTY_CATALOG, scopeOf } from './catalog.ts';
import { addGraph } from './change-graphs.ts';
import { addEdgeType, addVertexType } from './change-types.ts';

const scalar = (name: 'INT' | 'STRING') => ({ kind: 'scalar', name }) as const;
const vertex = (name: string) => ({
  name,
  primaryId: { name: 'id', type: 'STRING' as const, asAttribute: false, isPrimaryKey: false },
  attributes: [{ name: 'n', type: scalar('INT') }],
});
const readable = {
  name: 'Readable',
  primaryId: { name: 'id', type: 'STRING' as const, asAttribute: true, isPrimaryKey: false },
  attributes: [],
};
const edge = (name: string, from: string, to: string) => ({
  name,
  directed: true,
  pairs: [{ from, to }],
  attributes: [],
  discriminator: [],
});

async function withGraphs(): Promise<Engine> {
  const engine = await testEngine();
  await engine.changeSchema(null, {
    addVertexTypes: [vertex('A'), vertex('B')],
    addEdgeTypes: [edge('E', 'A', 'B')],
  });
  await engine.createGraph('g', '*');
  await engine.createGraph('h', []);
  return engine;
}
const names = (engine: Engine, graph: string | null): string[] =>
  (engine.schema(graph)?.vertexTypes ?? []).map((type) => type.name);

describe('graphs and their types', () => {
  it('a scope that a change carries on from type to type is the one that is made anew', () => {
    const global = addEdgeType(
      addVertexType(addVertexType(EMPTY_CATALOG, null, vertex('A')), null, vertex('B')),
      null,
      { ...edge('E', 'A', 'B'), reverseEdge: 'back' },
    );
    const local = addEdgeType(addVertexType(addGraph(global, 'g', ['A']), 'g', vertex('C')), 'g', {
      ...edge('F', 'A', 'C'),
      reverseEdge: 'home',
    });
    for (const [catalog, graph] of [
      [global, null],
      [local, 'g'],
    ] as const) {
      const carried = scopeOf(catalog, graph);
      const anew = scopeOf({ ...catalog }, graph);
      expect([...carried.vertexTypes]).toEqual([...anew.vertexTypes]);
      expect([...carried.edgeTypes]).toEqual([...anew.edgeTypes]);
    }
    expect([...scopeOf(local, 'g').edgeTypes.keys()]).toEqual(['F', 'home']);
  });

  it('local types of two graphs may share a name and hold data of their own', async () => {
    const engine = await withGraphs();
    for (const graph of ['g', 'h']) {
      await engine.changeSchema(graph, {
        addVertexTypes: [vertex('Local')],
        addEdgeTypes: [edge('L', 'Local', 'Local')],
      });
    }
    await engine.write('g', [{ kind: 'upsertVertex', type: 'Local', id: 'x', attributes: {} }]);
    expect(await engine.countVertices('g', 'Local')).toEqual([{ type: 'Local', count: 1 }]);
    expect(await engine.countVertices('h', 'Local')).toEqual([{ type: 'Local', count: 0 }]);
    expect(names(engine, null)).toEqual(['A', 'B']);
    expect(engine.isLocalType('g', 'Local')).toBe(true);
    expect(engine.isLocalType('g', 'A')).toBe(false);
    expect([engine.schemaVersion('g'), engine.schemaVersion('h')]).toEqual([1, 1]);
    await expect(engine.changeSchema('g', { addVertexTypes: [vertex('A')] })).rejects.toThrow(
      /used by another object/,
    );
  });

  it('give a local type the name of a global one that they do not use', async () => {
    const engine = await testEngine();
    const taken = /used by another object/;
    await engine.changeSchema(null, {
      addVertexTypes: [vertex('A'), vertex('B')],
      addEdgeTypes: [{ ...edge('E', 'A', 'B'), reverseEdge: 'R' }],
    });
    for (const graph of ['g', 'h']) await engine.createGraph(graph, ['B']);
    await engine.changeSchema('g', {
      addVertexTypes: [vertex('A')],
      addEdgeTypes: [edge('R', 'A', 'A')],
    });
    await engine.createGraph('k', '*');
    await engine.write('g', [{ kind: 'upsertVertex', type: 'A', id: 'local', attributes: {} }]);
    await engine.write('k', [{ kind: 'upsertVertex', type: 'A', id: 'global', attributes: {} }]);
    expect(await engine.vertices('g', 'A', {})).toMatchObject([{ v_id: 'local' }]);
    expect(await engine.vertices('k', 'A', {})).toMatchObject([{ v_id: 'global' }]);
    // A graph cannot have a type twice, neither by its own definition nor from the global types.
    await expect(engine.changeSchema('g', { addVertexTypes: [vertex('B')] })).rejects.toThrow(taken);
    const add = (what: string, name: string, graph: string): Promise<string> =>
      gsql(
        engine,
        `CREATE GLOBAL SCHEMA_CHANGE JOB j { ADD ${what} ${name} TO GRAPH ${graph}; }\nRUN GLOBAL SCHEMA_CHANGE JOB j\nDROP JOB j`,
      ).then(({ output }) => output);
    expect(await add('VERTEX', 'A', 'g')).toMatch(/The vertex name A is used by another object/);
    expect(await add('EDGE', 'E', 'g')).toMatch(
      /The (?:vertex name A|edge name R) is used by another object/,
    );
    expect(await add('EDGE', 'E', 'h')).not.toMatch(taken);
    // A graph's name is no type's anywhere.
    await expect(engine.changeSchema('g', { addVertexTypes: [vertex('h')] })).rejects.toThrow(taken);
    await expect(engine.createGraph('A', [])).rejects.toThrow(taken);
    // A new global type is in no graph yet.
    await engine.changeSchema('g', { addVertexTypes: [vertex('Mine')] });
    await engine.changeSchema(null, { addVertexTypes: [vertex('Mine')] });
    expect(engine.isLocalType('g', 'Mine')).toBe(true);
    await expect(engine.createGraph('Mine', [])).rejects.toThrow(taken);
  });

  it('share the data of global types; dropping a graph keeps it', async () => {
    const engine = await withGraphs();
    await engine.createGraph('k', ['E']);
    expect(names(engine, 'k')).toEqual(['A', 'B']);
    await engine.write('g', [{ kind: 'upsertVertex', type: 'A', id: 'x', attributes: {} }]);
    expect(await engine.countVertices('k', 'A')).toEqual([{ type: 'A', count: 1 }]);
    await engine.changeSchema('k', { addVertexTypes: [vertex('Own')] });
    await engine.dropGraph('k');
    expect(engine.graphs()).toEqual(['g', 'h']);
    expect(engine.schema('k')).toBeUndefined();
    expect(await engine.countVertices('g', 'A')).toEqual([{ type: 'A', count: 1 }]);
    await expect(engine.dropGraph('k')).rejects.toThrow("The graph 'k' does not exist.");
    await engine.createGraph('k', []);
    expect(names(engine, 'k')).toEqual([]);
  });

  it('dropped from a graph, a global type stays with its data; its local edges go', async () => {
    const engine = await withGraphs();
    await engine.changeSchema('g', {
      addVertexTypes: [vertex('Own')],
      addEdgeTypes: [edge('X', 'Own', 'A')],
    });
    await engine.write('g', [
      {
        kind: 'upsertEdge',
        type: 'X',
        from: { type: 'Own', id: 'o' },
        to: { type: 'A', id: 'a' },
        attributes: {},
      },
    ]);
    await engine.changeSchema('g', { dropVertexTypes: ['Own'] });
    expect(engine.schema('g')?.edgeTypes.map((type) => type.name)).toEqual(['E']);
    expect(await engine.countVertices('g', 'A')).toEqual([{ type: 'A', count: 1 }]);
    await engine.changeSchema('g', { dropGlobalTypes: ['B'] });
    expect(names(engine, 'g')).toEqual(['A']);
    expect(names(engine, null)).toEqual(['A', 'B']);
    expect(engine.schema('g')?.edgeTypes).toEqual([]);
    expect(engine.schema(null)?.edgeTypes).toHaveLength(1);
  });

  it('a graph neither drops nor changes global types, and none is dropped that a graph uses', async () => {
    const engine = await withGraphs();
    const used = 'B is a global type, used by: g. Untick it';
    for (const change of [
      { dropVertexTypes: ['B'] },
      { alterVertexTypes: [{ name: 'B', addAttributes: [{ name: 'm', type: scalar('INT') }] }] },
    ])
      await expect(engine.changeSchema('g', change)).rejects.toThrow(used);
    await expect(engine.changeSchema(null, { dropVertexTypes: ['B'] })).rejects.toThrow(
      'B is used by: g. Drop it from the graph first.',
    );
    await expect(engine.changeSchema(null, { addGlobalTypes: ['B'] })).rejects.toThrow(/name a graph/);
    await engine.changeSchema('g', { addVertexTypes: [vertex('Own')] });
    await expect(engine.changeSchema('g', { dropGlobalTypes: ['Own'] })).rejects.toThrow(/Own/);
    await engine.changeSchema('g', { dropGlobalTypes: ['B', 'E'] });
    expect(names(engine, 'g')).toEqual(['A', 'Own']);
    await engine.changeSchema('g', { addGlobalTypes: ['E'] });
    expect(names(engine, 'g')).toContain('B');
  });

  it('an index of a new type is checked as one that is added', async () => {
    const engine = await withGraphs();
    const indexed = { ...vertex('I'), indexes: [{ name: 'i', attribute: 'nope' }] };
    await expect(engine.changeSchema('g', { addVertexTypes: [indexed] })).rejects.toThrow(/nope/);
  });

  it('a change is done whole or not at all', async () => {
    const engine = await withGraphs();
    await engine.changeSchema(null, { addVertexTypes: [readable] });
    const before = engine.schema(null);
    const change = {
      addVertexTypes: [vertex('New')],
      alterVertexTypes: [{ name: 'A', dropAttributes: ['nope'] }],
    };
    await expect(engine.changeSchema(null, change)).rejects.toThrow(
      'The attribute nope does not exist in A.',
    );
    expect(engine.schema(null)).toBe(before);
    const refused: [Parameters<Engine['changeSchema']>[1], RegExp][] = [
      [{ alterVertexTypes: [{ name: 'A', dropAttributes: ['id'] }] }, /The attribute id does not exist in A/],
      [{ alterVertexTypes: [{ name: 'Readable', dropAttributes: ['id'] }] }, /id of Readable is a key/],
      [
        {
          addVertexTypes: [
            { ...readable, name: 'Twice', attributes: [{ name: 'id', type: scalar('STRING') }] },
          ],
        },
        /id stands twice/,
      ],
      [
        { alterVertexTypes: [{ name: 'A', addAttributes: [{ name: 'n', type: scalar('INT') }] }] },
        /n stands twice in A/,
      ],
      [{ dropVertexTypes: ['Nope'] }, /vertex type Nope does not exist/],
      [{ dropEdgeTypes: ['Nope'] }, /edge type Nope does not exist/],
      [{ addVertexTypes: [vertex('two words')] }, /letters, digits and underscores/],
      [{ addVertexTypes: [vertex('SELECT')] }, /reserved word/],
    ];
    for (const [each, message] of refused)
      await expect(engine.changeSchema(null, each)).rejects.toThrow(message);
    await expect(engine.changeSchema('nope', {})).rejects.toThrow(/graph 'nope' does not exist/);
    await expect(engine.createGraph('g', [])).rejects.toThrow(/used by another object/);
  });

  it('an attribute may have the name of an id that is not readable as one', async () => {
    const engine = await testEngine();
    await mustRun(
      engine,
      'CREATE VERTEX P (PRIMARY_ID name STRING, name STRING)\nCREATE UNDIRECTED EDGE K (FROM P, TO P)\nCREATE GRAPH s (P, K)',
    );
    await engine.write('s', [
      { kind: 'upsertVertex', type: 'P', id: 'x', attributes: { name: { value: 'Xavier' } } },
    ]);
    const insert = 'INTERPRET QUERY () FOR GRAPH s { INSERT INTO P (PRIMARY_ID, name) VALUES ("y", "Yan"); }';
    await engine.interpretQuery(insert, 's', {});
    expect(await engine.vertices('s', 'P')).toEqual([
      { v_id: 'x', v_type: 'P', attributes: { name: 'Xavier' } },
      { v_id: 'y', v_type: 'P', attributes: { name: 'Yan' } },
    ]);
  });

  it('names that SQL would trip over are only names', async () => {
    const engine = await testEngine();
    await mustRun(
      engine,
      `CREATE VERTEX table_ (PRIMARY_ID _id STRING, _num INT, rowid INT, a1 STRING, Name STRING, name STRING)
       CREATE DIRECTED EDGE drop_ (FROM table_, TO table_, _from INT, _to INT)
       CREATE GRAPH main (*)`,
    );
    const attributes = {
      _num: { value: 1 },
      rowid: { value: 2 },
      a1: { value: "x'; DROP TABLE vertex_1; --" },
      Name: { value: 'N' },
      name: { value: 'n' },
    };
    await engine.write('main', [
      { kind: 'upsertVertex', type: 'table_', id: "'", attributes },
      {
        kind: 'upsertEdge',
        type: 'drop_',
        from: { type: 'table_', id: "'" },
        to: { type: 'table_', id: '"' },
        attributes: { _from: { value: 3 } },
      },
    ]);
    expect((await engine.vertices('main', 'table_', { id: "'" }))[0]?.attributes).toEqual({
      _num: 1,
      rowid: 2,
      a1: "x'; DROP TABLE vertex_1; --",
      Name: 'N',
      name: 'n',
    });
    expect((await engine.edges('main', { sourceType: 'table_', sourceId: "'" }))[0]?.attributes).toEqual({
      _from: 3,
      _to: 0,
    });
  });
});
