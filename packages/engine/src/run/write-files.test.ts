import { readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { OutputRoom } from '../files/output-room.ts';
import { openEngine } from '../open.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';
import { placeOf } from '../library/files.ts';
import { draftFiles } from './write-files.ts';

const outputsOf = (dataDir: string): string => path.join(dataDir, 'output', 'users', 'tigergraph');

describe('files of a query', () => {
  it('are written below the folder for output, and replaced by the next run', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(
      engine,
      `CREATE VERTEX P (PRIMARY_ID id STRING, a INT, b DOUBLE, tags SET<STRING>)
       CREATE DIRECTED EDGE E (FROM P, TO P)
       CREATE GRAPH g (*)`,
    );
    const attributes = { a: { value: 2n ** 60n }, b: { value: 0.5 }, tags: { value: ['x', 'y'] } };
    await engine.write('g', [{ kind: 'upsertVertex', type: 'P', id: 'one', attributes }]);
    const text = `INTERPRET QUERY () { ListAccum<INT> @@l; @@l += 1; @@l += 2; FILE f ("./sub//a.csv"); f.println("id", "a");
      S = {P.*}; S = SELECT s FROM S:s ACCUM f.println(s, s.a, s.b); PRINT @@l, "end" TO_CSV f;
      PRINT S TO_CSV "set.csv"; PRINT S[S.tags, S.a] TO_CSV "columns.csv"; PRINT S, 1 TO_CSV "mixed.csv"; }`;
    const read = (name: string): Promise<string> => readFile(path.join(outputsOf(dataDir), name), 'utf8');
    for (let run = 0; run < 2; run += 1) {
      await mustRun(engine, text, 'g');
      expect(await read('sub/a.csv')).toBe('id,a\none,1152921504606846976,0.5\n1 2,end\n');
      expect(await read('set.csv')).toBe('one\n');
      expect(await read('columns.csv')).toBe('x y,1152921504606846976\n');
      expect(await read('mixed.csv')).toBe('one,1\n');
    }
    expect(await readdir(path.join(outputsOf(dataDir), 'sub'))).toEqual(['a.csv']);
    const clash = await gsql(engine, 'INTERPRET QUERY () { PRINT 1 TO_CSV "sub"; }', { graph: 'g' });
    expect(clash.output).toContain('the file "sub" cannot be written');
  });

  it('are there once they are declared, for the account of the workspace alone', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, 'CREATE GRAPH g ()');
    const mode = async (...below: string[]): Promise<string> =>
      ((await stat(path.join(outputsOf(dataDir), ...below))).mode & 0o777).toString(8);
    await mustRun(engine, 'INTERPRET QUERY () { FILE f ("a.csv", "764"); f.println(1); FILE g (""); }', 'g');
    expect([await mode(), await mode('a.csv')]).toEqual(['700', '600']);
    await mustRun(engine, 'INTERPRET QUERY () { FILE f ("a.csv", "040"); }', 'g');
    expect(await readFile(path.join(outputsOf(dataDir), 'a.csv'), 'utf8')).toBe('');
    const text = 'INTERPRET QUERY (STRING p) { FILE f ("a.csv", p); }';
    await expect(engine.interpretQuery(text, 'g', { p: 'rw' })).rejects.toThrow('three octal digits');
  });

  it('are written whole when they are large, and are as many as one run may write', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, 'CREATE GRAPH g ()');
    const line = 'ä€😀'.repeat(50);
    const large = `INTERPRET QUERY () { INT i = 0; FILE f ("a.csv");
      WHILE i < 3000 DO f.println(i, "${line}"); i = i + 1; END; }`;
    await mustRun(engine, large, 'g');
    const lines = Array.from({ length: 3000 }, (_, number) => `${number},${line}\n`);
    expect(await readFile(path.join(outputsOf(dataDir), 'a.csv'), 'utf8')).toBe(lines.join(''));
    const many = `INTERPRET QUERY () { INT i = 0;
      WHILE i < 10001 DO PRINT i TO_CSV "many/" + to_string(i); i = i + 1; END; }`;
    const { output } = await gsql(engine, many, { graph: 'g' });
    expect(output).toContain('the file "many/10000" cannot be written: a run writes 10000 files at most.');
    expect(await readdir(outputsOf(dataDir))).toEqual(['a.csv']);
  });

  it('leave nothing behind when the run ends while they are written', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'b'), 'old');
    const chunk = new TextEncoder().encode('new');
    const files = ['a', 'b', 'c'].map((name) => ({ path: name, chunks: [chunk, chunk] }));
    let checks = 0;
    const check = (): void => {
      checks += 1;
      // Between the two chunks of the second file.
      if (checks === 6) throw new Error('It ends.');
    };
    await expect(draftFiles(folder, files, new OutputRoom(folder), check)).rejects.toThrow('It ends.');
    expect(await readdir(folder)).toEqual(['b']);
    expect(await readFile(path.join(folder, 'b'), 'utf8')).toBe('old');
  });

  it('are ended by the time limit of their run', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, 'CREATE GRAPH g ()');
    const text = `INTERPRET QUERY () { INT i = 0;
      WHILE i < 9000 DO PRINT i TO_CSV "many" + to_string(i); i = i + 1; END; }`;
    const run = engine.interpretQuery(text, 'g', {}, { timeLimitMs: 60_000 });
    await vi.waitFor(async () => expect(await readdir(outputsOf(dataDir))).not.toEqual([]), 20_000);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    await expect(run).rejects.toMatchObject({ code: 'REST-3000' });
    vi.restoreAllMocks();
    expect(await readdir(outputsOf(dataDir))).toEqual([]);
  });

  it('are refused where they would take too much of the disk, until some have gone', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, 'CREATE GRAPH g ()');
    const write = (name: string): Promise<unknown> =>
      engine.interpretQuery(`INTERPRET QUERY () { PRINT 1 TO_CSV "${name}"; }`, 'g', {});
    await write('a.csv');
    // It has no blocks on the disk, but a size.
    const large = path.join(outputsOf(dataDir), 'large.csv');
    await writeFile(large, '');
    await truncate(large, 2 ** 42);
    await write('known-room.csv');
    await engine.close();
    const again = await testEngine({ dataDir });
    const refused = again.interpretQuery('INTERPRET QUERY () { PRINT 1 TO_CSV "b.csv"; }', 'g', {});
    await expect(refused).rejects.toThrow(/^Your outputs would take 4096\.0 GB, and may take /);
    await expect(refused).rejects.toMatchObject({ code: 'REST-12007' });
    await again.interpretQuery('INTERPRET QUERY () { FILE f ("large.csv"); }', 'g', {});
    await again.interpretQuery('INTERPRET QUERY () { PRINT 1 TO_CSV "b.csv"; }', 'g', {});
    expect(await readdir(outputsOf(dataDir))).toEqual(['a.csv', 'b.csv', 'known-room.csv', 'large.csv']);
  });

  it('may be so many of a person', async () => {
    const folder = await temporaryFolder();
    const room = new OutputRoom(folder, 2);
    const write = async (...names: string[]): Promise<void> => {
      const files = names.map((name) => ({ path: name, chunks: [new Uint8Array(1)] }));
      await (await draftFiles(path.join(folder, 'users', 'ann'), files, room, () => undefined)).publish();
    };
    await write('a', 'b');
    await write('a', 'b');
    await expect(write('a', 'c')).rejects.toMatchObject({ code: 'REST-12007' });
    await rm(path.join(folder, 'users', 'ann', 'a'));
    await write('c');
    expect(await readdir(path.join(folder, 'users', 'ann'))).toEqual(['b', 'c']);
  });

  it('are refused where nothing may be written', async () => {
    const dataDir = await temporaryFolder();
    const writer = await openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1 });
    await mustRun(writer, 'CREATE GRAPH g ()');
    await writer.close();
    const engine = await testEngine({ dataDir, readOnly: true });
    const { code, output } = await gsql(engine, 'INTERPRET QUERY () { PRINT 1 TO_CSV "a.csv"; }', {
      graph: 'g',
    });
    expect(code).toBe(212);
    expect(output).toMatch(/read-only/i);
    expect(await readdir(dataDir)).not.toContain('output');
  });

  it.each([
    '',
    '.',
    '/',
    '/a.csv',
    '..',
    'a/../../b',
    '..\\a',
    'C:a',
    'a\0b',
    'a\nb',
    '[a].csv',
    'a*',
    'n'.repeat(201),
    'n/'.repeat(600),
  ])('cannot have the path %j', (given) => {
    expect(() => placeOf(given)).toThrow('cannot be written');
  });
});
