import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WireLoadStatus, WireProposal, WireSample, WireSamplePart } from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;

const JOB = `CREATE LOADING JOB people FOR GRAPH social {
  DEFINE FILENAME f;
  LOAD f TO VERTEX person VALUES ($"id", $"name", $"age") USING HEADER="true", SEPARATOR=",", QUOTE="double";
}`;

beforeAll(async () => {
  workspace = await startTestWorkspace({ uploadLimit: 64 * 1024 });
  await workspace.gsql(SOCIAL_SCHEMA);
});
afterAll(() => workspace.close());

const upload = (name: string, body: string) =>
  workspace.call('PUT', `/api/data-files/${encodeURIComponent(name)}`, {
    body,
    headers: { 'content-type': 'application/octet-stream' },
  });

async function ended(id: string, graph = 'social'): Promise<WireLoadStatus> {
  for (;;) {
    const answer = await workspace.call('GET', `/gsql/v1/loading-jobs/status/${id}?graph=${graph}`);
    const [status] = WireLoadStatus.array().parse(answer.json['results']);
    if (status !== undefined && status.overall.status !== 'running') return status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const run = (body: unknown) => workspace.call('POST', '/gsql/v1/loading-jobs/run?graph=social', { body });

describe('uploaded files', () => {
  it('are stored, listed, replaced and deleted', async () => {
    const stored = await upload('two words.csv', 'a,b\n');
    expect(stored.json).toMatchObject({ error: false, results: { name: 'two words.csv', size: 4 } });
    await upload('two words.csv', '');
    const list = await workspace.call('GET', '/api/data-files');
    expect(list.json['results']).toMatchObject([{ name: 'two words.csv', size: 0, path: 'two words.csv' }]);
    expect((await workspace.call('DELETE', '/api/data-files/two%20words.csv')).status).toBe(200);
    expect((await workspace.call('DELETE', '/api/data-files/two%20words.csv')).status).toBe(404);
  });

  it('cannot leave their folder', async () => {
    for (const name of ['../x.csv', '..', '.hidden', 'a/b', 'a\\b', 'x'.repeat(300)]) {
      expect((await upload(name, 'x')).status, name).toBeGreaterThanOrEqual(400);
    }
    expect(await readdir(workspace.dataDir)).not.toContain('x.csv');
    expect(await readdir(join(workspace.dataDir, 'uploads'))).toEqual([]);
  });

  it('are refused beyond the limit, without a trace', async () => {
    const announced = await upload('big.csv', 'x'.repeat(70_000));
    expect(announced).toMatchObject({ status: 413 });
    const chunked = await fetch(`${workspace.origin}/api/data-files/big.csv`, {
      method: 'PUT',
      headers: { authorization: `Basic ${btoa('tigergraph:tigergraph')}` },
      body: new Blob(['x'.repeat(70_000)]).stream(),
      // A stream as a body: the types of fetch do not have it yet.
      ...{ duplex: 'half' },
    });
    expect(chunked.status).toBe(413);
    expect(await readdir(join(workspace.dataDir, 'uploads'))).toEqual([]);
  });
});

describe('a refused upload', () => {
  it('does not hold up the next request on its connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (method: string, path: string, body: Buffer | null): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const call = request(`${workspace.origin}${path}`, {
          method,
          agent,
          headers: { authorization: `Basic ${btoa('tigergraph:tigergraph')}` },
        });
        call.once('error', reject);
        call.once('response', (answer) => answer.resume().once('end', () => resolve(answer.statusCode)));
        if (body !== null) call.write(body);
        call.end();
      });
    expect(await send('PUT', '/api/data-files/big.csv', Buffer.alloc(16 * 1024 * 1024))).toBe(413);
    expect(await send('GET', '/api/data-files', null)).toBe(200);
    agent.destroy();
  });
});

describe('an upload that is broken off', () => {
  it('leaves the file of before, and nothing else', async () => {
    await upload('kept.csv', 'before');
    const controller = new AbortController();
    const endless = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.enqueue(new TextEncoder().encode('after ')),
    });
    // Throttled: otherwise the limit of this test's server would end it.
    const slow = endless.pipeThrough(
      new TransformStream({
        transform: async (chunk, stream) => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          stream.enqueue(chunk);
        },
      }),
    );
    const sent = fetch(`${workspace.origin}/api/data-files/kept.csv`, {
      method: 'PUT',
      headers: { authorization: `Basic ${btoa('tigergraph:tigergraph')}` },
      body: slow,
      signal: controller.signal,
      // A stream as body needs it; the type of fetch does not have it yet.
      ...{ duplex: 'half' },
    });
    const outcome = expect(sent).rejects.toThrow('aborted');
    const folder = join(workspace.dataDir, 'uploads');
    while ((await readdir(folder)).length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await outcome;
    while ((await readdir(folder)).length > 1) await new Promise((resolve) => setTimeout(resolve, 10));
    const list = await workspace.call('GET', '/api/data-files');
    expect(list.json['results']).toMatchObject([{ name: 'kept.csv', size: 6 }]);
    await workspace.call('DELETE', '/api/data-files/kept.csv');
  });
});

describe('a workspace that nobody shares', () => {
  it('loads any file of the machine, but those that it keeps for itself', async () => {
    const alone = await startTestWorkspace({ gatewayKey: undefined });
    const folder = await mkdtemp(join(tmpdir(), 'acacia-elsewhere-'));
    try {
      await alone.gsql(SOCIAL_SCHEMA);
      await alone.gsql(JOB, 'social');
      const path = join(folder, 'outside.csv');
      await writeFile(path, 'id,name,age\nann,Ann,1\n');
      const output = await alone.gsql(`RUN LOADING JOB people USING f="${path}"`, 'social');
      expect(output).toContain('LOAD SUCCESSFUL');
      expect((await alone.call('GET', '/restpp/graph/social/vertices/person/ann')).status).toBe(200);
      for (const own of ['server/credentials.json', 'graph.duckdb', 'uploads/../server/credentials.json']) {
        const said = await alone.gsql(
          `RUN LOADING JOB people USING f="${alone.dataDir}/${own}", SEPARATOR="|"`,
          'social',
        );
        expect(said, own).toContain('is no file that can be read');
      }
      for (const device of ['/proc/self/environ', '/dev/zero', '/sys/kernel/notes'])
        expect(await alone.gsql(`RUN LOADING JOB people USING f="${device}"`, 'social'), device).toContain(
          'is no file that can be read',
        );
    } finally {
      await rm(folder, { recursive: true, force: true });
      await alone.close();
    }
  });
});

describe('loading jobs', () => {
  it('are saved, shown, run, watched, and give their rejected rows', async () => {
    const saved = await workspace.call('POST', '/gsql/v1/loading-jobs?graph=social', { body: JOB });
    expect(saved.json['message']).toContain('Successfully created loading jobs: [people].');
    expect((await workspace.call('GET', '/gsql/v1/loading-jobs?graph=social')).json['results']).toEqual([
      'people',
    ]);
    const job = await workspace.call('GET', '/gsql/v1/loading-jobs/people?graph=social');
    expect(job.json['results']).toMatchObject({
      JobName: 'people',
      GraphName: 'social',
      FileNames: { f: null },
    });

    await upload(
      'people.csv',
      'id,name,age\nann,Ann,31\nbob,Bob,old\n,Nobody,3\n"c,d","C D",5\n=1+1,E,old\n',
    );
    const started = await run([{ name: 'people', dataSources: [{ filename: 'f', path: 'people.csv' }] }]);
    expect(started.json['message']).toBe('Successfully ran loading job(s): [people].');
    const [id = ''] = started.json['jobIds'] as string[];
    const { overall, workers } = await ended(id);
    expect(overall).toMatchObject({
      id,
      jobName: 'people',
      status: 'finished',
      progress: 1,
      error: null,
      currentSpeed: 0,
    });
    const [counts] = overall.statistics.objectLevel.vertex;
    expect(counts).toMatchObject({ typeName: 'person', noIdFound: 1, invalidAttribute: 2 });
    expect(workers[0]?.tasks).toHaveLength(1);

    const rejected = await workspace.call('GET', `/api/loading-jobs/social/rejected/${id}`);
    const rows = rejected.json['results'] as { line: number; reason: string; content: string }[];
    expect(rows.map((row) => row.line).sort()).toEqual([3, 4, 6]);
    expect(rows.map((row) => row.content)).toContain('=1+1,E,old');
    const csv = await workspace.call('GET', `/api/loading-jobs/social/rejected/${id}?format=csv`);
    expect(csv.headers.get('content-disposition')).toContain('attachment');
    expect(csv.text.split('\r\n')[0]).toBe('file,line,target,reason,content');
    expect(csv.text).toContain('"bob,Bob,old"');
    // No formula in a spreadsheet.
    expect(csv.text).toContain(`"'=1+1,E,old"`);

    const vertex = await workspace.call('GET', '/restpp/graph/social/vertices/person/ann');
    expect(vertex.json['results']).toMatchObject([{ attributes: { name: 'Ann', age: 31 } }]);
    const runs = await workspace.call('GET', '/gsql/v1/loading-jobs/status?graph=social');
    expect(runs.json['results']).toMatchObject([{ overall: { id } }]);
    expect((await workspace.call('GET', `/gsql/v1/loading-jobs/abort/${id}?graph=social`)).status).toBe(409);
  });

  it('run in the shape that pyTigerGraph sends, one object', async () => {
    const started = await run({ name: 'people', dataSources: [{ filename: 'f', path: 'people.csv' }] });
    expect(started.json['jobIds']).toHaveLength(1);
    const [id = ''] = started.json['jobIds'] as string[];
    await ended(id);
    const several = `/gsql/v1/loading-jobs/status/jobId&jobId=${id}&jobId=${id}`;
    expect((await workspace.call('GET', several)).json['results']).toHaveLength(2);
  });

  it('name what is wrong with a run', async () => {
    const message = async (body: unknown) => (await run(body)).json['message'];
    const one = (filename: string, path: string) => [{ name: 'people', dataSources: [{ filename, path }] }];
    expect(await message(one('f', 'nope.csv'))).toBe('The file nope.csv does not exist or cannot be read.');
    expect(await message(one('g', 'people.csv'))).toBe(
      "The loading job 'people' has no file 'g'; it has: f.",
    );
    await writeFile(join(workspace.dataDir, 'outside.csv'), 'id,name,age\nevil,E,1\n');
    expect(await message(one('f', join(workspace.dataDir, 'outside.csv')))).toContain(
      'is not an uploaded file',
    );
    expect(await message(one('f', '../outside.csv'))).toContain('is not an uploaded file');
    const byGsql = await workspace.gsql(`RUN LOADING JOB people USING f="/etc/passwd"`, 'social');
    expect(byGsql).toContain("'/etc/passwd' is not an uploaded file");
    const inJob = await workspace.gsql(
      'CREATE LOADING JOB spy FOR GRAPH social { LOAD "/etc/passwd" TO VERTEX person VALUES ($0, $1, $2); }',
      'social',
    );
    expect(inJob).toContain("'/etc/passwd' is not an uploaded file");
    expect(await message([{ name: 'nope' }])).toContain("'nope' does not exist");
    expect((await run([])).status).toBe(400);
    expect((await workspace.call('GET', '/gsql/v1/loading-jobs/status/none?graph=social')).status).toBe(400);
  });

  it('run with the uploaded files that they name themselves', async () => {
    await workspace.gsql(
      JOB.replace('JOB people', 'JOB named').replace('FILENAME f;', 'FILENAME f = "people.csv";'),
      'social',
    );
    const output = await workspace.gsql('RUN LOADING JOB named', 'social');
    expect(output).toContain('LOAD SUCCESSFUL');
    const started = await run([{ name: 'named' }]);
    const status = await ended((started.json['jobIds'] as string[])[0] ?? '');
    expect(status.overall.status).toBe('finished');
    await workspace.gsql('DROP JOB named', 'social');
  });

  it('load lines of a request', async () => {
    const load = (query: string, body: string) =>
      workspace.call('POST', `/restpp/ddl/social?${query}`, {
        body,
        headers: { 'content-type': 'text/plain' },
      });
    const answer = await load('tag=people&filename=f&sep=%7C', 'id|name|age\nkim|Kim|20|more\nlee|Lee|x\n');
    expect(answer.json).toMatchObject({
      error: false,
      results: [
        {
          sourceFileName: 'Online_POST',
          statistics: { vertex: [{ typeName: 'person', validObject: 1, invalidAttribute: 1 }] },
        },
      ],
    });
    const vertex = await workspace.call('GET', '/restpp/graph/social/vertices/person/kim');
    expect(vertex.json['results']).toMatchObject([{ attributes: { age: 20 } }]);
    expect(answer.json).toMatchObject({
      results: [
        {
          statistics: {
            failedConditionLine: 0,
            notEnoughToken: 0,
            surplusToken: 1,
            invalidJson: 0,
            vertex: [{ invalidSecondaryId: 0, incorrectFixedBinaryLength: 0 }],
            deleteVertex: [],
            deleteEdge: [],
          },
        },
      ],
    });
    const none = await load('tag=people&filename=f', '');
    expect(none.json).toMatchObject({ error: false, results: [{ statistics: { validLine: 0 } }] });
    expect((await load('filename=f', 'x')).json['message']).toContain('"tag"');
    expect((await load('tag=people&filename=g', 'x')).json['message']).toContain("no file 'g'");
    expect(await readdir(join(workspace.dataDir, 'uploads'))).toEqual(['people.csv']);
  });

  it('add up the lines of all requests with the id that a client gave', async () => {
    const load = (jobid: string, body: string) =>
      workspace.call('POST', `/restpp/ddl/social?tag=people&filename=f&sep=%7C&jobid=${jobid}`, {
        body,
        headers: { 'content-type': 'text/plain' },
      });
    const [first, second] = await Promise.all([
      load('social.people.jdbc.1', 'id|name|age\nmia|Mia|20\n'),
      load('social.people.jdbc.1', 'id|name|age\nnoa|Noa|30\nole|Ole|x\n'),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    await load('social.people.jdbc.2', 'id|name|age\npia|Pia|40\n');
    const ways = [
      '/gsql/v1/loading-jobs/status?graph=social&jobIds=social.people.jdbc.1',
      '/gsql/v1/loading-jobs/status/social.people.jdbc.1?graph=social',
      '/gsqlserver/gsql/loading-jobs?action=getprogress&jobId=social.people.jdbc.1&graph=social',
    ];
    for (const way of ways) {
      const { json } = await workspace.call('GET', way);
      expect(json['results'], way).toMatchObject([
        {
          overall: {
            id: 'social.people.jdbc.1',
            jobName: 'people',
            status: 'finished',
            progress: 1,
            statistics: {
              fileLevel: { validLine: 3 },
              objectLevel: { vertex: [{ typeName: 'person', validObject: 2, invalidAttribute: 1 }] },
            },
          },
          workers: [{ tasks: [{ validLine: 3 }] }],
        },
      ]);
    }
    const other = await workspace.call(
      'GET',
      '/gsql/v1/loading-jobs/status/social.people.jdbc.3?graph=social',
    );
    expect(other.json['message']).toContain('social.people.jdbc.3');
    const ended = await workspace.call(
      'GET',
      '/gsql/v1/loading-jobs/abort/social.people.jdbc.1?graph=social',
    );
    expect(ended.json['error']).toBe(true);
    expect((await load('x'.repeat(201), '')).json['message']).toContain('jobid');
  });

  it('are replaced and dropped', async () => {
    const replaced = await workspace.call('PUT', '/gsql/v1/loading-jobs?graph=social', {
      body: JOB.replace('DEFINE FILENAME f', 'DEFINE FILENAME g').replace('LOAD f', 'LOAD g'),
    });
    expect(replaced.json['error']).toBe(false);
    const job = await workspace.call('GET', '/gsql/v1/loading-jobs/people?graph=social');
    expect(job.json['results']).toMatchObject({ FileNames: { g: null } });
    const faulty = await workspace.call('PUT', '/gsql/v1/loading-jobs?graph=social', {
      body: 'CREATE LOADING JOB people FOR GRAPH social { LOAD',
    });
    expect(faulty.status).toBe(400);
    expect((await workspace.call('DELETE', '/gsql/v1/loading-jobs/people?graph=social')).status).toBe(200);
    expect((await workspace.call('DELETE', '/gsql/v1/loading-jobs/people?graph=social')).status).toBe(404);
  });
});

describe('samples of sources', () => {
  const sample = (file: string, options: object = {}) =>
    workspace.call('POST', '/api/data-sample', { body: { file, options } });

  it('show the first ten rows of an uploaded file and how it is written', async () => {
    await upload(
      'many.csv',
      `id;text\n${Array.from({ length: 12 }, (_, at) => `${at};${'x'.repeat(300)}`).join('\n')}\n`,
    );
    const shown = WireSample.parse((await sample('many.csv')).json['results']);
    expect(shown).toMatchObject({
      file: 'many.csv',
      options: { separator: ';', header: true },
      columnCount: 2,
    });
    expect(shown.rows).toHaveLength(10);
    expect(shown.rows[0]?.[1]).toBe(`${'x'.repeat(200)}…`);
    const chosen = WireSample.parse(
      (await sample('many.csv', { separator: ',', header: false })).json['results'],
    );
    expect(chosen).toMatchObject({ options: { separator: ',', header: false }, columnCount: 1 });
  });

  it('come whole as JSON, and in lines of some columns or a row each where lines are accepted', async () => {
    const names = Array.from({ length: 2_300 }, (_, at) => `c${at}`);
    const rows = [0, 1].map((row) => names.map((_, at) => String(at + row)));
    await upload('wide.csv', [names, ...rows].map((row) => `${row.join()}\n`).join(''));
    const whole = WireSample.parse((await sample('wide.csv')).json['results']);
    const { text, headers } = await workspace.call('POST', '/api/data-sample', {
      body: { file: 'wide.csv', options: {} },
      headers: { accept: 'application/x-ndjson' },
    });
    expect(headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    const [first = '', ...more] = text.trimEnd().split('\n');
    const { results } = JSON.parse(first) as { results: unknown };
    expect(WireSample.parse(results)).toEqual({ ...whole, columns: [], rows: [] });
    const parts = more.map((line) => WireSamplePart.parse(JSON.parse(line)));
    expect(parts.map(({ columns, rows: own }) => columns?.length ?? own?.length)).toEqual([
      1_000, 1_000, 300, 1, 1,
    ]);
    expect(parts.flatMap(({ columns = [] }) => columns)).toEqual(whole.columns);
    expect(parts.flatMap(({ rows: own = [] }) => own)).toEqual(rows);
  });

  it('are refused for options that are none, and for files of others', async () => {
    expect(await sample('many.csv', { quote: 'odd' })).toMatchObject({ status: 400 });
    expect((await sample('many.csv', { quote: 'odd' })).json['message']).toContain('quote');
    expect((await sample('none.csv')).json['message']).toContain('does not exist');
    expect((await sample('$nothing:s3://bucket/a.csv')).json['message']).toContain('data source nothing');
  });

  it('say how numbers and dates are written, and a load that follows them stores numbers and dates', async () => {
    await workspace.gsql(`CREATE GRAPH shop()
CREATE SCHEMA_CHANGE JOB add_sales FOR GRAPH shop {
  ADD VERTEX Sale(PRIMARY_ID id STRING, amount DOUBLE, pieces INT, sold DATETIME, price DOUBLE, paid DATETIME);
}
RUN SCHEMA_CHANGE JOB add_sales`);
    await upload(
      'sales.csv',
      'id,amount,pieces,sold,price,paid\na,"1,234.50","12,000",31/01/2026,"1.234,5",2026-01-31T08:00:00+02:00\nb,7.25,3,02/11/2025,"-0,25",2025-11-02 08:00 UTC\n',
    );
    const { columns, options } = WireSample.parse((await sample('sales.csv')).json['results']);
    expect(columns.map(({ type, form }) => [type, form])).toEqual([
      ['STRING', null],
      ['DOUBLE', 'thousands'],
      ['INT', 'thousands'],
      ['DATETIME', '%d/%m/%Y'],
      ['DOUBLE', 'decimal comma'],
      ['DATETIME', '%Y-%m-%dT%H:%M:%S%z'],
    ]);
    const plain = (column: number): string => `gsql_replace($${column}, ",", "")`;
    const code = `CREATE LOADING JOB sales FOR GRAPH shop {
  DEFINE FILENAME f;
  LOAD f TO VERTEX Sale VALUES ($0, ${plain(1)}, ${plain(2)}, to_datetime($3, "${columns[3]?.form}"),
    gsql_replace(gsql_replace($4, ".", ""), ",", "."), to_datetime($5, "${columns[5]?.form}"))
    USING HEADER="${options.header}", SEPARATOR="${options.separator}", QUOTE="${options.quote}";
}`;
    const begun = await workspace.call('POST', '/api/loading-jobs/shop/load', {
      body: { code, files: { f: 'sales.csv' } },
    });
    const { id } = begun.json['results'] as { readonly id: string };
    expect((await ended(id, 'shop')).overall.status).toBe('finished');
    const stored = await workspace.call('GET', '/restpp/graph/shop/vertices/Sale');
    expect(stored.json['results']).toMatchObject([
      {
        v_id: 'a',
        attributes: {
          amount: 1234.5,
          pieces: 12000,
          sold: '2026-01-31 00:00:00',
          price: 1234.5,
          paid: '2026-01-31 06:00:00',
        },
      },
      {
        v_id: 'b',
        attributes: {
          amount: 7.25,
          pieces: 3,
          sold: '2025-11-02 00:00:00',
          price: -0.25,
          paid: '2025-11-02 08:00:00',
        },
      },
    ]);
  });

  it('give a schema with keys and relationships', async () => {
    await upload('customers.csv', 'id,name\n1,Ann\n2,Bo\n3,Cy\n');
    await upload('orders.csv', 'order_id,customer_id,date\n7,1,2026-01-31\n8,3,2026-02-01\n9,3,2026-02-01\n');
    const options = WireSample.parse((await sample('orders.csv')).json['results']).options;
    const answer = await workspace.call('POST', '/api/data-schema', {
      body: { sources: ['customers.csv', 'orders.csv'].map((file) => ({ file, options })) },
    });
    expect(WireProposal.parse(answer.json['results'])).toMatchObject({
      vertices: [
        { name: 'Customer', table: 0, key: { name: 'id', type: 'INT' }, attributes: [{ name: 'name' }] },
        {
          name: 'Order_',
          table: 1,
          key: { name: 'order_id' },
          attributes: [{ name: 'date', type: 'DATETIME' }],
        },
      ],
      edges: [
        {
          name: 'Order__Customer',
          table: 1,
          from: { vertex: 'Order_' },
          to: { vertex: 'Customer' },
          chosen: true,
        },
      ],
    });
  });
});
