import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../open.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';
import { placeOf } from '../library/files.ts';
import { writeFiles } from './write-files.ts';

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

  it('are no more written once the run is aborted', async () => {
    const folder = await temporaryFolder();
    const abort = new AbortController();
    function* files() {
      for (const name of ['a', 'b', 'c']) {
        if (name === 'b') abort.abort();
        yield { path: name, chunks: [new TextEncoder().encode(name)] };
      }
    }
    await expect(writeFiles(folder, files(), abort.signal)).rejects.toThrow('aborted');
    expect(await readdir(folder)).toEqual(['a']);
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
