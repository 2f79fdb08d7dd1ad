import { createHash, randomUUID } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LoadStarted,
  WireJobPreview,
  WireDataSourceEntry,
  WireLoadingJob,
  WireLoadingJobParts,
  WireLoadStatus,
} from '@acacia/contract';
import { startTestS3, type TestS3 } from '@acacia/object-stores/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
let s3: TestS3;

const JOB = `CREATE LOADING JOB people FOR GRAPH social {
  DEFINE FILENAME f;
  LOAD f TO VERTEX person VALUES ($0, $1, $2);
}`;

beforeAll(async () => {
  [workspace, s3] = await Promise.all([
    startTestWorkspace({ sources: { allowed: '127.0.0.1' } }),
    startTestS3(),
  ]);
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.gsql(JOB, 'social');
});
afterAll(() => Promise.all([workspace.close(), s3.stop()]));

const upload = (name: string, body: string) =>
  workspace.call('PUT', `/api/data-files/${encodeURIComponent(name)}`, {
    body,
    headers: { 'content-type': 'application/octet-stream' },
  });

const run = (body: unknown) => workspace.call('POST', '/gsql/v1/loading-jobs/run?graph=social', { body });

async function ended(answer: { readonly json: Record<string, unknown> }): Promise<WireLoadStatus['overall']> {
  const [id = ''] = answer.json['jobIds'] as string[];
  for (;;) {
    const status = await workspace.call('GET', `/gsql/v1/loading-jobs/status/${id}?graph=social`);
    const [{ overall } = { overall: undefined }] = WireLoadStatus.array().parse(status.json['results']);
    if (overall !== undefined && overall.status !== 'running') return overall;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const count = async (): Promise<unknown> =>
  (await workspace.call('GET', '/restpp/graph/social/vertices/person?count_only=true')).json['results'];

describe('runs of loading jobs', () => {
  it('are tried out, undone, and run again', async () => {
    await upload('p.csv', 'ann,Ann,1\nbob,Bob,2\n');
    const one = { name: 'people', dataSources: [{ filename: 'f', path: 'p.csv' }] };
    expect(await ended(await run([{ ...one, dryrun: true }]))).toMatchObject({ status: 'finished' });
    const before = await count();
    const { id } = await ended(await run([one]));
    expect(await count()).not.toEqual(before);
    const resumed = await workspace.call('GET', `/gsql/v1/loading-jobs/resume/${id}?graph=social`);
    expect(resumed.json['message']).toBe(`Successfully resumed loading job(s): [${id}].`);
    const undone = await workspace.call('POST', `/api/loading-jobs/social/undo/${id}`);
    expect(undone.json['message']).toBe(`Successfully undid loading job(s): [${id}].`);
    expect(await count()).toEqual(before);
    const again = await workspace.call('POST', `/api/loading-jobs/social/undo/${id}`);
    expect(again.json['message']).toContain('nothing of it is stored');
    expect((await workspace.call('POST', '/api/loading-jobs/social/undo/none')).status).toBe(400);
    expect((await workspace.call('GET', '/gsql/v1/loading-jobs/resume/none?graph=social')).status).toBe(400);
  });

  it('need no stored job, by the privileges to write one and to run one', async () => {
    await upload('q.csv', 'eve,Eve,1\n');
    const code = JOB.replace('JOB people', 'JOB once');
    const body = { code, files: { f: 'q.csv' }, dryrun: true };
    const started = await workspace.call('POST', '/api/loading-jobs/social/load', { body });
    const { id } = LoadStarted.parse(started.json['results']);
    expect(await ended({ json: { jobIds: [id] } })).toMatchObject({ jobName: 'once', dryRun: true });
    const preview = await workspace.call('GET', `/api/loading-jobs/social/preview/${id}`);
    expect(preview.json['results']).toMatchObject([{ target: 'person', rows: [['eve', 'Eve', '1']] }]);
    const jobs = await workspace.call('GET', '/gsql/v1/loading-jobs?graph=social');
    expect(jobs.json['jobNames']).not.toContain('once');
    const loads = (await workspace.call('GET', '/gsql/v1/loading-jobs/status?graph=social')).json['results'];
    const seen = await workspace.call('POST', '/api/loading-jobs/social/preview', {
      body: { code, files: { f: 'q.csv' } },
    });
    expect(WireJobPreview.parse(seen.json['results'])).toMatchObject({
      targets: [{ target: 'person', rows: [['eve', 'Eve', '1']] }],
      rejected: [],
    });
    const hidden = await workspace.call('POST', '/api/loading-jobs/social/preview', {
      body: { code, files: { f: '../server/credentials' } },
    });
    expect(hidden.json['message']).toContain('is not an uploaded file');
    expect(
      (await workspace.call('GET', '/gsql/v1/loading-jobs/status?graph=social')).json['results'],
    ).toEqual(loads);
    expect((await workspace.call('GET', '/api/loading-jobs/social/preview/none')).status).toBe(400);

    const elsewhere = await workspace.call('POST', '/api/loading-jobs/social/load', {
      body: { code, files: { f: '../server/credentials' } },
    });
    expect(elsewhere.json['message']).toContain('is not an uploaded file');
    await workspace.gsql('CREATE ROLE writer ON GRAPH social', 'social');
    await workspace.gsql('GRANT WRITE_LOADINGJOB ON GRAPH social TO writer', 'social');
    await workspace.gsql('CREATE USER -u wim -p firstwords77');
    await workspace.gsql('GRANT ROLE writer ON GRAPH social TO wim', 'social');
    const refused = await workspace.call('POST', '/api/loading-jobs/social/load', {
      body,
      headers: { authorization: `Basic ${Buffer.from('wim:firstwords77').toString('base64')}` },
    });
    expect([refused.status, refused.json['message']]).toEqual([
      403,
      expect.stringContaining('EXECUTE_LOADINGJOB'),
    ]);
  });

  it('read uploaded files alone, whatever form a path has', async () => {
    await writeFile(join(workspace.dataDir, 'outside.csv'), 'evil,E,1\n');
    const said = async (path: string): Promise<unknown> =>
      (await run([{ name: 'people', dataSources: [{ filename: 'f', path }] }])).json['message'];
    for (const path of [
      'any:../outside.csv',
      'm1:p.csv, m2:../outside.csv',
      '$sys.data_root/../outside.csv',
      '../out*.csv',
      '$s:../config.json',
    ]) {
      expect(await said(path), path).toContain('is not an uploaded file');
    }
    expect(await said('{../outside,p}*.csv')).toContain('does not exist');
    const root = await run([
      { name: 'people', 'sys.data_root': '/etc', dataSources: [{ filename: 'f', path: 'p.csv' }] },
    ]);
    expect(root.json['message']).toContain("'/etc' is not an uploaded file");
    for (const text of [
      'RUN LOADING JOB people USING f="ANY:/etc/passwd"',
      'SET sys.data_root = "/etc"\nRUN LOADING JOB people USING f="$sys.data_root/passwd"',
      'CREATE DATA_SOURCE spy = "/etc/passwd"',
      'CREATE LOADING JOB spy FOR GRAPH social { DEFINE FILENAME f; DELETE VERTEX person (PRIMARY_ID $0) FROM "/etc/passwd"; }',
    ]) {
      expect(await workspace.gsql(text, 'social'), text).toContain('is not an uploaded file');
    }
    expect(
      await ended(await run([{ name: 'people', dataSources: [{ filename: 'f', path: 'p*.csv' }] }])),
    ).toMatchObject({
      status: 'finished',
    });
  });
});

describe('a loading job', () => {
  it('is taken apart for clients', async () => {
    await workspace.gsql(
      `CREATE LOADING JOB parts FOR GRAPH social {
        DEFINE FILENAME f; DEFINE HEADER h = "id", "name";
        DEFINE INPUT_LINE_FILTER young = to_int($1) < 18;
        LOAD f TO VERTEX person VALUES ($"id", gsql_concat($1, "-"), _)
          USING USER_DEFINED_HEADER="h", REJECT_LINE_RULE="young";
      }`,
      'social',
    );
    const job = await workspace.call('GET', '/gsql/v1/loading-jobs/parts?graph=social&json=true');
    const parts = WireLoadingJob.and(WireLoadingJobParts).parse(job.json['results']);
    expect(parts).toMatchObject({
      JobName: 'parts',
      Headers: { h: ['id', 'name'] },
      Filters: [{ Name: 'young', Condition: 'to_int($1) < 18' }],
      LoadingStatements: [
        {
          Type: 'Vertex',
          TargetName: 'person',
          Mappings: [
            { Type: 'SrcColName', Value: 'id' },
            {
              Type: 'UDF',
              Value: 'gsql_concat',
              Params: [
                { Type: 'SrcColIndex', Value: 1 },
                { Type: 'Literal', Value: '-' },
              ],
            },
            { Type: 'Default' },
          ],
          UsingClauses: { USER_DEFINED_HEADER: 'h', REJECT_LINE_RULE: 'young' },
          DataSource: { Type: 'FileVar', Value: 'f' },
        },
      ],
    });
  });
});

describe('data sources', () => {
  it('are made, listed without secrets, read from, changed and dropped', async () => {
    const config = {
      type: 's3',
      'access.key': s3.keys.id,
      'secret.key': s3.keys.secret,
      endpoint: s3.place.endpoint,
    };
    const made = await workspace.call('POST', '/gsql/v1/data-sources?graph=social', {
      body: { name: 's1', config },
    });
    expect(made.json['message']).toBe('Successfully created local data sources: [s1].');
    const listed = await workspace.call('GET', '/gsql/v1/data-sources?graph=social');
    const [entry] = WireDataSourceEntry.array().parse(listed.json['results']);
    expect(entry).toMatchObject({
      name: 's1',
      type: 's3',
      graphs: ['social'],
      config: { 'secret.key': '****' },
    });
    expect(listed.text).not.toContain(s3.keys.secret);

    s3.objects.set('people/kim.csv', Buffer.from('kim,Kim,20\n'));
    const loaded = await ended(
      await run([
        {
          name: 'people',
          dataSources: [
            { filename: 'f', name: 's1', path: 's3://acacia/people', config: { 'file.type': 'text' } },
          ],
        },
      ]),
    );
    expect(loaded).toMatchObject({ status: 'finished', error: null });
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/person/kim')).status).toBe(200);

    s3.objects.set('people/old/lee.csv', Buffer.from('lee,Lee,20\n'));
    const folder = await workspace.call('GET', '/gsql/v1/list-files/s1?graph=social&path=s3://acacia/people');
    expect(folder.json).toEqual({
      error: false,
      message: '',
      results: { folders: ['old'], files: ['kim.csv'] },
    });
    const noPath = await workspace.call('GET', '/gsql/v1/list-files/s1?graph=social');
    expect([noPath.status, noPath.json['message']]).toEqual([400, 'The parameter "path" is missing.']);
    s3.objects.delete('people/old/lee.csv');

    const changed = await workspace.call('PUT', '/gsql/v1/data-sources/s1?graph=social', {
      body: { config: { type: 's3', endpoint: s3.place.endpoint } },
    });
    expect(changed.json['message']).toContain('is updated');
    const refused = await run([
      { name: 'people', dataSources: [{ filename: 'f', name: 's1', path: 's3://acacia/people' }] },
    ]);
    expect(refused.json['message']).toContain('s3://acacia/people cannot be read');
    const dropped = await workspace.call('DELETE', '/gsql/v1/data-sources/s1?graph=social');
    expect(dropped.json['message']).toBe('Data source s1 is dropped.');
    await workspace.call('POST', '/gsql/v1/data-sources', { body: { name: 'everywhere', config } });
    await workspace.call('POST', '/gsql/v1/data-sources?graph=social', { body: { name: 's2', config } });
    const all = await workspace.call('DELETE', '/gsql/v1/data-sources/dropAll?graph=social');
    expect(all.json['message']).toBe('All data sources is dropped successfully.');
    const rest = await workspace.call('DELETE', '/gsql/v1/data-sources/dropAll');
    expect(rest.json['message']).toBe('All data sources is dropped successfully.');
    expect((await workspace.call('GET', '/gsql/v1/data-sources/s1?graph=social')).status).toBe(404);
  });

  it('are refused with what is wrong with them', async () => {
    const message = async (body: unknown) =>
      (await workspace.call('POST', '/gsql/v1/data-sources', { body })).json['message'];
    expect(await message({ name: 'k', config: { type: 'kafka' } })).toContain('has the type "kafka"');
    expect(await message({ name: 'a b', config: {} })).toContain("'a b' is not a data source name");
    expect(await message({ name: 'k' })).toContain('config');
  });
});

describe('a file that arrives in parts', () => {
  const part = (
    id: string,
    offset: number,
    body: string,
    hash = createHash('sha256').update(body).digest('hex'),
  ) =>
    workspace.call('PUT', `/api/data-uploads/${id}/${offset}/${hash}`, {
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const received = async (id: string): Promise<unknown> =>
    (await workspace.call('GET', `/api/data-uploads/${id}`)).json['results'];

  it('goes on after each cut where it was whole, and is no file before its end', async () => {
    const id = randomUUID();
    expect(await received(id)).toEqual({ received: 0 });
    expect((await part(id, 0, 'one,')).json['results']).toEqual({ received: 4 });
    const wrong = await part(id, 4, 'twx,', createHash('sha256').update('two,').digest('hex'));
    expect([wrong.status, wrong.json['message']]).toEqual([
      409,
      expect.stringContaining('The part at byte 4 is not what its hash says'),
    ]);
    // A process that was killed leaves bytes that nobody verified.
    await appendFile(join(workspace.dataDir, 'uploads', `.upload-${id}`), 'torn');
    await workspace.restart();
    expect(await received(id)).toEqual({ received: 4 });
    const early = await part(id, 9, 'x');
    expect([early.status, early.json['message']]).toEqual([409, 'The next part begins at byte 4, not at 9.']);
    expect((await part(id, 4, 'two')).json['results']).toEqual({ received: 7 });
    const finish = (name: string, size: number) =>
      workspace.call('POST', `/api/data-uploads/${id}`, { body: { name, size } });
    expect((await finish('parts.csv', 8)).json['message']).toBe('The upload has 7 of 8 bytes.');
    expect((await finish('../parts.csv', 7)).status).toBe(400);
    expect((await finish('parts.csv', 7)).json['results']).toMatchObject({ name: 'parts.csv', size: 7 });
    expect(await readFile(join(workspace.dataDir, 'uploads', 'parts.csv'), 'utf8')).toBe('one,two');
    expect(await received(id)).toEqual({ received: 0 });
  });

  it('is named by an id and a hash, and is dropped by who sends it no further', async () => {
    const id = randomUUID();
    expect((await part('..%2Fx', 0, 'x')).json['message']).toContain(
      'The address of the part is not valid: id',
    );
    expect((await part(id, 0, 'x', 'abc')).json['message']).toContain('64 hexadecimal digits');
    await part(id, 0, 'x');
    await workspace.call('DELETE', `/api/data-uploads/${id}`);
    expect(await received(id)).toEqual({ received: 0 });
  });
});
