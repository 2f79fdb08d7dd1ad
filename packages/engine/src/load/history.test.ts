import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine, LoadOptions } from '../engine.ts';
import type { LoadStatus } from '../load-status.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

async function open(dataDir?: string): Promise<Engine> {
  const engine = await testEngine(dataDir === undefined ? {} : { dataDir });
  await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING, n INT)\nCREATE GRAPH g (*)');
  await mustRun(
    engine,
    'CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, $1); }',
  );
  return engine;
}

async function load(engine: Engine, lines: string, options: Partial<LoadOptions> = {}): Promise<LoadStatus> {
  const file = path.join(await temporaryFolder(), 'f.csv');
  await writeFile(file, lines);
  return engine.loadEnded(await engine.startLoad('g', 'j', { files: { f: file }, ...options }));
}

const LINES = 'a,1\nb,x\nc\nd,4\n';

describe('a load that rejects too much', () => {
  it('stores nothing, and keeps what it rejected', async () => {
    const engine = await open();
    const status = await load(engine, LINES, { maxErrors: 1 });
    expect(status).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('2 lines and objects were rejected, 50.0 %') as unknown,
      files: [{ validLine: 3, notEnoughToken: 1, vertex: [{ validObject: 2, invalidAttribute: 1 }] }],
    });
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 0 }]);
    expect((await engine.rejectedRows(status.id, 10)).map(({ line }) => line)).toEqual([2, 3]);
    expect((await load(engine, LINES, { maxPercentErrors: 49.9 })).state).toBe('failed');
    expect((await load(engine, LINES, { maxErrors: 2, maxPercentErrors: 50 })).state).toBe('finished');
  });

  it('is told so at the prompt', async () => {
    const engine = await open();
    const file = path.join(await temporaryFolder(), 'f.csv');
    await writeFile(file, LINES);
    const run = async (options: string): Promise<string> =>
      (await gsql(engine, `RUN LOADING JOB ${options} j USING f="${file}"`, { graph: 'g' })).output;
    expect(await run('-max_num_error 1')).toContain('at most 1 were allowed');
    expect(await run('-noprint -max_percent_error 10')).toContain('at most 10 % were allowed');
    expect(await run('-max_percent_error 50')).toContain('LOAD SUCCESSFUL');
    expect(await run('-max_errors 5')).toContain("Found '-max_errors'");
  });
});

describe('the body of a request', () => {
  it('is called so in reports, and may be empty', async () => {
    const engine = await open();
    const status = await load(engine, LINES, { posted: true });
    expect(status).toMatchObject({ state: 'finished', files: [{ file: 'Online_POST', validLine: 3 }] });
    expect(status.id).toMatch(/^g\.j\.post\.m1\.\d+$/);
    expect(await load(engine, '', { posted: true })).toMatchObject({
      state: 'finished',
      files: [{ file: 'Online_POST', validLine: 0 }],
    });
    expect((await load(engine, '')).state).toBe('failed');
  });
});

describe('files of which all are empty', () => {
  it('are loaded with nothing', async () => {
    const engine = await open();
    const folder = await temporaryFolder();
    for (const name of ['a.csv', 'b.csv']) await writeFile(path.join(folder, name), '');
    const id = await engine.startLoad('g', 'j', { files: { f: folder } });
    expect(await engine.loadEnded(id)).toMatchObject({ state: 'finished', files: [{}, {}] });
  });
});

describe('reports of loads', () => {
  it('are those of the newest 100 of a graph, bodies of requests apart', async () => {
    const dataDir = await temporaryFolder();
    const engine = await open(dataDir);
    await engine.close();
    const folder = path.join(dataDir, 'loads');
    await mkdir(folder, { recursive: true });
    const report = async (graph: string, kind: string, n: number): Promise<void> => {
      const id = `${graph}.j.${kind}.m1.${n}`;
      const status = { id, job: 'j', graph, state: 'finished', startedAt: new Date(n), endedAt: new Date(n) };
      await writeFile(
        path.join(folder, `${id}.json`),
        JSON.stringify({ ...status, progress: 1, files: [], error: null }),
      );
      await writeFile(path.join(folder, `${id}.jsonl`), '');
    };
    for (let n = 1; n <= 101; n++) await report('g', 'file', n);
    for (let n = 1; n <= 102; n++) await report('g', 'post', n);
    await report('h', 'file', 1);
    const next = await testEngine({ dataDir });
    expect(next.loads('g')).toHaveLength(200);
    expect(next.loadStatus('g.j.file.m1.1')).toBeUndefined();
    expect(next.loadStatus('h.j.file.m1.1')).toBeDefined();
    await load(next, 'a,1\n');
    expect(next.loadStatus('g.j.file.m1.2')).toBeUndefined();
    expect(next.loadStatus('g.j.file.m1.3')).toBeDefined();
    const left = await readdir(folder);
    expect(left.filter((name) => name.startsWith('g.j.file.'))).toHaveLength(200);
    expect(left).not.toContain('g.j.file.m1.2.jsonl');
  });
});

describe('a dry run', () => {
  const EDGES = `CREATE LOADING JOB tried FOR GRAPH g {
    DEFINE FILENAME f;
    LOAD f TO VERTEX P VALUES ($0, $1, $2) WHERE $1 != "9", TO EDGE E VALUES ($0, $3);
  }`;

  it('tells the first rows of each target, and the vertices that edges would make', async () => {
    const engine = await testEngine();
    await mustRun(
      engine,
      'CREATE VERTEX P (PRIMARY_ID id STRING, n INT, at DATETIME)\nCREATE DIRECTED EDGE E (FROM P, TO P)\nCREATE GRAPH g (*)',
    );
    const status = await load(engine, 'a,1,2020-02-03,b\nb,x,,c\nc,9,,z\nd,,,a\n', {
      code: EDGES,
      dryRun: true,
    });
    expect(status).toMatchObject({
      job: 'tried',
      state: 'finished',
      dryRun: true,
      resumable: false,
      files: [
        {
          vertex: [{ newObject: 2, invalidAttribute: 1, failedCondition: 1 }],
          edge: [{ newObject: 4, newEndpoint: 3 }],
        },
      ],
    });
    expect(await engine.loadPreview(status.id)).toEqual([
      {
        target: 'P',
        columns: ['id', 'n', 'at'],
        rows: [
          ['a', '1', '2020-02-03 00:00:00'],
          ['d', null, null],
        ],
      },
      {
        target: 'E',
        columns: ['From P', 'To P'],
        rows: [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'z'],
          ['d', 'a'],
        ],
      },
    ]);
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 0 }]);
    await expect(engine.undoLoad(status.id)).rejects.toThrow('nothing of it is stored');
  });

  it('leaves earlier loads what undoing them needs', async () => {
    const engine = await open();
    const first = await load(engine, 'a,1\n');
    await load(engine, 'a,2\n');
    for (let n = 0; n < 21; n++) await load(engine, 'a,3\n', { dryRun: true });
    const last = await load(engine, 'b,1\n');
    for (const { id } of [
      last,
      ...engine
        .loads('g')
        .filter((each) => !each.dryRun)
        .slice(1),
    ])
      await engine.undoLoad(id);
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 0 }]);
    expect(engine.loadStatus(first.id)?.state).toBe('aborted');
  });
});

describe('a loading job that is not stored', () => {
  const JOB =
    'CREATE LOADING JOB once FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, $1); }';

  it('is run, and leaves no job behind', async () => {
    const engine = await open();
    expect(await load(engine, 'a,1\n', { code: JOB })).toMatchObject({ job: 'once', state: 'finished' });
    expect(engine.loadingJobs('g').map(({ name }) => name)).toEqual(['j']);
    await expect(load(engine, 'a,1\n', { code: JOB.replace('GRAPH g', 'GRAPH h') })).rejects.toThrow(
      "The loading job 'once' is for the graph 'h', not for 'g'.",
    );
    await expect(load(engine, 'a,1\n', { code: 'DROP ALL' })).rejects.toThrow('a loading job is expected');
  });

  it('is resumed in the next process by its own text', async () => {
    const dataDir = await temporaryFolder();
    const engine = await open(dataDir);
    const file = path.join(await temporaryFolder(), 'f.csv');
    await writeFile(file, 'a,1\n');
    const stopped = AbortSignal.abort();
    const id = await engine.startLoad('g', '', { code: JOB, files: { f: file }, signal: stopped });
    expect(await engine.loadEnded(id)).toMatchObject({ state: 'aborted', resumable: true });
    await engine.close();
    const next = await testEngine({ dataDir });
    expect(next.loadStatus(id)).toMatchObject({ state: 'aborted', resumable: true });
    await next.resumeLoad(id);
    expect(await next.loadEnded(id)).toMatchObject({ state: 'finished', resumable: false });
    expect(await next.countVertices('g', 'P')).toEqual([{ type: 'P', count: 1 }]);
  });
});
