import { describe, expect, it } from 'vitest';
import { gsql, mustRun, testEngine } from '../testing.ts';

async function started() {
  const engine = await testEngine();
  await mustRun(
    engine,
    `CREATE VERTEX Person (PRIMARY_ID id STRING, age INT, note STRING)
CREATE DIRECTED EDGE Knows (FROM Person, TO Person, since INT)
CREATE GRAPH g (*)`,
  );
  const end = (id: string) => ({ type: 'Person', id });
  await engine.write('g', [
    { kind: 'upsertVertex', type: 'Person', id: 'ann', attributes: { age: { value: 2n ** 60n } } },
    {
      kind: 'upsertVertex',
      type: 'Person',
      id: 'bob',
      attributes: { age: { value: 20 }, note: { value: 'a "b" \\' } },
    },
    { kind: 'upsertVertex', type: 'Person', id: 'cat', attributes: { age: { value: -5 } } },
    {
      kind: 'upsertEdge',
      type: 'Knows',
      from: end('ann'),
      to: end('bob'),
      attributes: { since: { value: 7 } },
    },
    {
      kind: 'upsertEdge',
      type: 'Knows',
      from: end('ann'),
      to: end('cat'),
      attributes: { since: { value: 8 } },
    },
  ]);
  return engine;
}

describe('SELECT * at the prompt', () => {
  it('shows vertices by id, by attributes, some or all', async () => {
    const engine = await started();
    const ids = async (rest: string): Promise<unknown> => {
      const rows = JSON.parse(await mustRun(engine, `SELECT * FROM Person ${rest}`, 'g')) as {
        v_id: string;
      }[];
      return rows.map(({ v_id }) => v_id);
    };
    expect(await ids('')).toEqual(['ann', 'bob', 'cat']);
    expect(await ids('LIMIT 2')).toEqual(['ann', 'bob']);
    expect(await ids('WHERE primary_id == "bob"')).toEqual(['bob']);
    expect(await ids('WHERE primary_id == "nobody"')).toEqual([]);
    expect(await ids('WHERE age >= -5 AND age != 20')).toEqual(['ann', 'cat']);
    expect(await ids('WHERE age == 1152921504606846976')).toEqual(['ann']);
    expect(await ids('WHERE note = "a \\"b\\" \\\\"')).toEqual(['bob']);
    expect(await mustRun(engine, 'SELECT * FROM Person WHERE primary_id=="ann"', 'g')).toContain(
      '"age": 1152921504606846976',
    );
  });

  it('shows some attributes, in the order of the type', async () => {
    const engine = await started();
    const rows = async (text: string): Promise<unknown> => JSON.parse(await mustRun(engine, text, 'g'));
    expect(await rows('SELECT note FROM Person WHERE age == 20')).toEqual([
      { v_id: 'bob', v_type: 'Person', attributes: { note: 'a "b" \\' } },
    ]);
    expect(await rows('SELECT note, age FROM Person WHERE age < 0 LIMIT 1;')).toEqual([
      { v_id: 'cat', v_type: 'Person', attributes: { age: -5, note: '' } },
    ]);
    expect(
      await rows('SELECT since FROM Person-(Knows)->Person WHERE from_id == "ann" AND since > 7'),
    ).toEqual([expect.objectContaining({ to_id: 'cat', attributes: { since: 8 } })]);
    expect(await rows('SELECT since FROM Person-(ANY)-ANY WHERE from_id == "ann" LIMIT 1')).toHaveLength(1);
    expect(await mustRun(engine, 'SELECT age FROM Person\nSELECT count() FROM Person', 'g')).toContain(
      '"count": 3',
    );
    expect(await mustRun(engine, 'SELECT Person FROM Person WHERE Person.age == 20', 'g')).toContain(
      'Result_Vertex_Set',
    );
    expect(await mustRun(engine, 'SELECT t FROM Person:s -(Knows>:e)- Person:t', 'g')).toContain(
      'Result_Vertex_Set',
    );
  });

  it('shows edges of a vertex', async () => {
    const engine = await started();
    const ends = async (text: string): Promise<unknown> => {
      const rows = JSON.parse(await mustRun(engine, text, 'g')) as { to_id: string }[];
      return rows.map(({ to_id }) => to_id);
    };
    expect(await ends('SELECT * FROM Person-(Knows)->Person WHERE from_id == "ann"')).toEqual(['bob', 'cat']);
    expect(await ends('SELECT * FROM Person-(_)-_ WHERE from_id == "ann" AND to_id == "cat"')).toEqual([
      'cat',
    ]);
    expect(await ends('SELECT * FROM Person-(Knows)-Person WHERE from_id == "ann" AND since > 7')).toEqual([
      'cat',
    ]);
  });

  it.each([
    ['count() FROM Person', [{ count: 3, v_type: 'Person' }]],
    ['approx_count(*) FROM *', [{ count: 3, v_type: 'Person' }]],
    ['count(*) FROM Person WHERE age > 0 LIMIT 1', [{ count: 2, v_type: 'Person' }]],
    ['count() FROM Person-(Knows)->Person', [{ count: 2, e_type: 'Knows' }]],
    ['count() FROM ANY-(ANY)->ANY', [{ count: 2, e_type: 'Knows' }]],
    ['count() FROM Person-(_)->_ WHERE from_id == "ann" AND since > 7', [{ count: 1, e_type: 'Knows' }]],
  ])('counts: SELECT %s', async (text, counts) => {
    expect(JSON.parse(await mustRun(await started(), `SELECT ${text}`, 'g'))).toEqual(counts);
  });

  it.each([
    ['SELECT * FROM Person-(Knows)->Person', 'needs WHERE from_id'],
    ['SELECT count() FROM Nobody', "'Nobody'"],
    ['SELECT count() FROM Person-(Knows)->Nobody', "'Nobody'"],
    ['SELECT count() FROM ANY WHERE age > 1', 'name a vertex type'],
    ['SELECT * FROM Person WHERE primary_id > "a"', 'primary_id can be compared once, with =='],
    ['SELECT * FROM Person WHERE agee > 1', "The attribute 'agee'"],
    ['SELECT agee FROM Person', "The attribute 'agee'"],
    ['SELECT sinc FROM Person-(Knows)->Person WHERE from_id == "ann"', "The attribute 'sinc'"],
    ['SELECT * FROM Nobody', "'Nobody'"],
  ])('refuses %s', async (text, message) => {
    const { code, output } = await gsql(await started(), text, { graph: 'g' });
    expect(code).toBe(212);
    expect(output).toContain(message);
  });
});

it('tells the faults of names beside those of syntax', async () => {
  const engine = await started();
  const text = `CREATE QUERY a() { S = {Persn.*}; PRINT S; }
CREATE QUERY b() { S = {Person.*} PRINT S; }
CREATE QUERY c() { S = SELECT s FROM Person:s WHERE s.agee > 1; PRINT S; }`;
  const { code, output } = await gsql(engine, text, { graph: 'g' });
  expect(code).toBe(211);
  expect(output.split('\n')).toEqual([
    'line 1:24 Vertex type Persn is not known. Did you mean Person?',
    "line 2:34 Found 'PRINT' where ';' was expected.",
    'line 3:54 Attribute agee is not known in vertex type Person. Did you mean age?',
    'Parsing encountered 1 syntax error(s)',
    'Semantic Check Error in query a (SEM-1): line 1, col 24',
    'Vertex type Persn is not known. Did you mean Person?',
    'Saved as draft query with type/semantic error: [a].',
    '',
  ]);
  expect(engine.queries('g')).toMatchObject([{ name: 'a', draft: true }]);
});
