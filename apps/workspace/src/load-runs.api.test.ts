import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WireDataSourceEntry, WireLoadingJob, WireLoadingJobParts, WireLoadStatus } from '@acacia/contract';
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

    const changed = await workspace.call('PUT', '/gsql/v1/data-sources/s1?graph=social', {
      body: { config: { type: 's3', endpoint: s3.place.endpoint } },
    });
    expect(changed.json['message']).toContain('is updated');
    const refused = await run([
      { name: 'people', dataSources: [{ filename: 'f', name: 's1', path: 's3://acacia/people' }] },
    ]);
    expect(refused.json['message']).toContain('s3://acacia/people cannot be read');
    const dropped = await workspace.call('DELETE', '/gsql/v1/data-sources/s1?graph=social');
    expect(dropped.json['message']).toBe('Successfully dropped data sources: [s1].');
    await workspace.call('POST', '/gsql/v1/data-sources', { body: { name: 'everywhere', config } });
    await workspace.call('POST', '/gsql/v1/data-sources?graph=social', { body: { name: 's2', config } });
    const all = await workspace.call('DELETE', '/gsql/v1/data-sources/dropAll?graph=social');
    expect(all.json['message']).toBe('Successfully dropped data sources: [s2].');
    const rest = await workspace.call('DELETE', '/gsql/v1/data-sources/dropAll');
    expect(rest.json['message']).toBe('Successfully dropped data sources: [everywhere].');
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
