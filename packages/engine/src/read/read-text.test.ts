import { parseProgram, type GraphSchema } from '@acacia/language';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { programFaults, queryFaults, readFor, readProgram, readQuery } from './read-text.ts';
import { ReaderThread } from './reader-thread.ts';

const schema: GraphSchema = { name: 'g', vertexTypes: [], edgeTypes: [], tuples: [], queries: [] };
const query = (body: string): string => `CREATE QUERY q() FOR GRAPH g { ${body} }`;

/** Unknown names beside many known ones, among all of which a similar name is searched. */
const heavy = query(
  Array.from({ length: 3000 }, (_, i) => `IF TRUE THEN S${i} = {}; INT a${i}; PRINT b${i}; END;`).join(' '),
);

describe('a text', () => {
  it('gives the same tree wherever it is read', async () => {
    const long = `${query('PRINT 1, 9223372036854775807;')}\n`.repeat(400);
    expect(await readProgram(long)).toEqual(parseProgram(long));
    expect((await readQuery(long.slice(0, 60))).query?.name.text).toBe('q');
    const wide = query(`PRINT ${Array.from({ length: 4000 }, (_, i) => i).join()};`);
    expect((await readQuery(wide)).query?.body).toHaveLength(1);
  });

  it('leaves the loop free while it is read', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await readProgram(`${query('PRINT 1;')}\n`.repeat(5000));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it('of one person waits for no others of another', async () => {
    let ended = 0;
    const many = Array.from({ length: 6 }, async (_, i) => {
      await readFor('ann', () => queryFaults(`${heavy}${' '.repeat(i)}`, schema)).catch(() => undefined);
      ended += 1;
    });
    expect(await readFor('bob', () => queryFaults(query('PRINT 2;'), schema))).toEqual([]);
    expect(ended).toBeLessThan(4);
    await Promise.all(many);
  }, 120_000);

  it('has statements of a bounded size and number', async () => {
    const large = query(`PRINT ${'1,'.repeat(100_000)}1;`);
    const { program, diagnostics } = await readProgram(`LS\n${large}`);
    expect(program.statements.map(({ kind }) => kind)).toEqual(['ls']);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'This statement is too large: cut it into several.',
    ]);
    const many = await readProgram('LS\n'.repeat(20_001));
    expect(many.diagnostics.map(({ message }) => message)).toEqual(['A text has at most 20000 statements.']);
  });

  it('is checked apart, against the schema it is asked about', async () => {
    const [fault] = await queryFaults(query('PRINT x;'), schema);
    expect(fault?.message).toBe('Name x is not known.');
    expect(await queryFaults(query('PRINT 1;'), schema)).toEqual([]);
    expect((await programFaults('LS; @@@ ;', schema, []))[0]?.code).toBe('SYN-5');
  });
});

describe('the end of a reader', () => {
  const refusal = new EngineError(
    'GSQL-SYNTAX',
    'This text takes too much time or memory to read: cut it into several.',
  );

  it('at its deadline is told, and the next text is read', async () => {
    const thread = new ReaderThread({ deadlineMs: 1, memoryMb: 384 });
    await expect(thread.run({ kind: 'faults', text: heavy, schema })).rejects.toEqual(refusal);
    const patient = new ReaderThread({ deadlineMs: 60_000, memoryMb: 384 });
    expect((await patient.run({ kind: 'faults', text: query('PRINT 1;'), schema })).diagnostics).toEqual([]);
  });

  it('of memory is survived, and the same thread reads on', async () => {
    const thread = new ReaderThread({ deadlineMs: 60_000, memoryMb: 24 });
    const wide = query(`PRINT ${'(1),'.repeat(200_000)}1;`);
    await expect(thread.run({ kind: 'query', text: wide })).rejects.toEqual(refusal);
    expect((await thread.run({ kind: 'query', text: query('PRINT 1;') })).trees).toHaveLength(1);
  });
});
