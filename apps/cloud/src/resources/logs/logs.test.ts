import type { LogEntry, LogFilePage } from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logEntries } from '../../database/schema.ts';
import type { LogLine } from '../../drivers/driver.ts';
import { createLogCollector, forgetOldLogs, type LogCollector } from '../../logs/collector.ts';
import { createOwnLines } from '../../logs/own-lines.ts';
import { afterQuery } from '../../testing/after-query.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { pino } from 'pino';
import { wordsOf } from './search.ts';

let postgres: TestPostgres;
let server: TestServer;
let collector: LogCollector;
const ownLines = createOwnLines();

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  collector = createLogCollector({
    db: server.database.db,
    driver: server.driver,
    ownLines,
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const line = (text: string, more: Partial<LogLine> = {}): LogLine => ({
  at: new Date('2026-11-21T10:00:00Z'),
  host: 'm1',
  component: 'gpe',
  level: 'info',
  text,
  ...more,
});

/** A workspace in a workgroup that collects logs. */
async function logged(): Promise<{ workgroup_id: string; workspace_id: string }> {
  const workgroup_id = await server.workgroup();
  await server.call('updateWorkgroup', { params: { workgroup_id }, body: { enable_application_log: true } });
  const { id } = await server.workspace(workgroup_id);
  return { workgroup_id, workspace_id: id };
}

const DAY = { from: '2026-11-21T00:00:00Z', to: '2026-11-22T00:00:00Z' };
async function search(params: Record<string, string>, body: object = {}) {
  const answer = await server.call('searchLogs', { params, body: { ...DAY, ...body } });
  return answer.result as unknown as { logs: LogEntry[]; totalCount: number; pageSize: number };
}
const texts = ({ logs }: { logs: readonly LogEntry[] }) => logs.map(({ log }) => log);

describe('a search', () => {
  it('finds by words, whatever their case and place, by host, component and time, newest first', async () => {
    const params = await logged();
    server.driver.write(params.workspace_id, line('Query tg_pagerank took 12 ms'));
    server.driver.write(params.workspace_id, line('Query 100% done_now', { component: 'restpp' }));
    server.driver.write(params.workspace_id, line('A loading job failed', { host: 'm2', level: 'error' }));
    server.driver.write(
      params.workspace_id,
      line('Yesterday’s query', { at: new Date('2026-11-20T23:59:59Z') }),
    );
    await collector.collect();
    expect(texts(await search(params))).toEqual([
      'A loading job failed',
      'Query 100% done_now',
      'Query tg_pagerank took 12 ms',
    ]);
    expect(texts(await search(params, { query: 'PAGERANK query' }))).toEqual([
      'Query tg_pagerank took 12 ms',
    ]);
    expect(texts(await search(params, { query: '"took 12"' }))).toEqual(['Query tg_pagerank took 12 ms']);
    expect(texts(await search(params, { query: '0%' }))).toEqual(['Query 100% done_now']);
    expect(texts(await search(params, { query: 'g_p' }))).toEqual(['Query tg_pagerank took 12 ms']);
    expect(texts(await search(params, { components: ['restpp'] }))).toEqual(['Query 100% done_now']);
    expect(texts(await search(params, { hosts: ['m2'] }))).toEqual(['A loading job failed']);
    expect(texts(await search(params, { query: 'no such line' }))).toEqual([]);
    const components = await server.call('listLogComponents', { params });
    expect(components.result).toEqual(['gpe', 'restpp']);
    expect((await server.call('listLogHosts', { params })).result).toEqual(['m1', 'm2']);
  });

  it('pages, eight lines at a time unless told', async () => {
    const params = await logged();
    for (let n = 1; n <= 20; n++) server.driver.write(params.workspace_id, line(`line ${n}`));
    await collector.collect();
    const first = await search(params);
    expect([first.totalCount, first.pageSize, first.logs.length]).toEqual([20, 8, 8]);
    const third = await search(params, { pageNumber: 3 });
    expect(texts(third)).toEqual(['line 4', 'line 3', 'line 2', 'line 1']);
    expect((await search(params, { pageNumber: 4 })).logs).toEqual([]);
  });

  it('counts and pages no further than ten thousand', async () => {
    const params = await logged();
    const { db } = server.database;
    const row = {
      workspaceId: params.workspace_id,
      at: new Date(DAY.from),
      host: 'm1',
      component: 'gpe',
      level: 'info' as const,
      log: 'again',
    };
    for (let n = 0; n < 11; n++) await db.insert(logEntries).values(Array.from({ length: 1000 }, () => row));
    const last = await search(params, { pageSize: 500, pageNumber: 20 });
    expect([last.totalCount, last.logs.length]).toEqual([10_000, 500]);
    expect((await search(params, { pageSize: 500, pageNumber: 21 })).logs).toEqual([]);
  });

  it('refuses a range that ends before it begins, and people without the role', async () => {
    const params = await logged();
    const wrong = await server.call('searchLogs', { params, body: { from: DAY.to, to: DAY.from } });
    expect([wrong.status, wrong.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'from']);
    const page = await server.call('searchLogs', { params, body: { ...DAY, pageSize: 0 } });
    expect(page.body.ErrorDetails?.[0]?.FieldName).toBe('pageSize');
    const token = await server.person([{ name: 'workspace-users', ...params }]);
    expect((await server.call('searchLogs', { params, body: DAY, token })).status).toBe(403);
    const audit = await server.call('listAuditEntries');
    expect(JSON.stringify(audit.result)).not.toContain('searchLogs');
  });
});

describe('collection', () => {
  it('reads each line once, goes on after a restart, and leaves workgroups alone that do not want it', async () => {
    const params = await logged();
    const { id: unasked } = await server.workspace(await server.workgroup());
    server.driver.write(unasked, line('not to be collected'));
    server.driver.write(params.workspace_id, line('one'));
    await collector.collect();
    await collector.collect();
    const restarted = createLogCollector({
      db: server.database.db,
      driver: server.driver,
      ownLines: createOwnLines(),
      log: pino({ level: 'silent' }),
    });
    server.driver.write(params.workspace_id, line('two\0'));
    await restarted.collect();
    expect(texts(await search(params))).toEqual(['two', 'one']);
    const rows = await server.database.db.$count(logEntries);
    await collector.collect();
    expect(await server.database.db.$count(logEntries)).toBe(rows);
  });

  it('reads a torrent in batches to its end', async () => {
    const params = await logged();
    for (let n = 0; n < 2500; n++) server.driver.write(params.workspace_id, line(`torrent ${n}`));
    await collector.collect();
    expect((await search(params, { query: 'torrent' })).totalCount).toBe(2500);
  });

  it('takes in what the control plane writes about a workspace', async () => {
    const params = await logged();
    const log = pino({ timestamp: pino.stdTimeFunctions.isoTime }, ownLines.stream);
    log.warn({ workspaceId: params.workspace_id, err: new Error('no disk') }, 'Cannot start');
    log.info('about nothing in particular');
    await collector.collect();
    const from = new Date(Date.now() - 60_000).toISOString();
    const found = await search(params, { from, to: new Date(Date.now() + 60_000).toISOString() });
    expect(found.logs).toMatchObject([{ host: 'cloud', level: 'warn', log: 'Cannot start: no disk' }]);
  });

  it('forgets what is older than fifteen days', async () => {
    const params = await logged();
    const { db } = server.database;
    const at = (days: number) => new Date(Date.now() - days * 86_400_000);
    const base = { workspaceId: params.workspace_id, host: 'm1', component: 'gpe', level: 'info' as const };
    await db.insert(logEntries).values([
      { ...base, at: at(16), log: 'old' },
      { ...base, at: at(14), log: 'young' },
    ]);
    await forgetOldLogs(db, new Date());
    const found = await search(params, { from: at(30).toISOString(), to: new Date().toISOString() });
    expect(texts(found)).toEqual(['young']);
  });
});

describe('the log file', () => {
  const read = async (params: Record<string, string>, query: Record<string, string> = {}) =>
    (await server.call('readLogFile', { params, query })).result as unknown as LogFilePage;

  it('is read without collection, by words and components, the newest lines first', async () => {
    const workgroup_id = await server.workgroup();
    const params = { workgroup_id, workspace_id: (await server.workspace(workgroup_id)).id };
    const { driver } = server;
    expect(await read(params)).toMatchObject({ logs: [], left_out: 0, components: [] });
    for (let n = 1; n <= 2500; n++) driver.write(params.workspace_id, line(`line ${n}`));
    driver.write(params.workspace_id, line('A Query failed', { component: 'restpp', level: 'error' }));
    const all = await read(params, { lines: '2' });
    expect(texts(all)).toEqual(['line 2500', 'A Query failed']);
    expect([all.left_out, all.components]).toEqual([2499, ['gpe', 'restpp']]);
    expect(texts(await read(params, { query: 'query FAILED' }))).toEqual(['A Query failed']);
    expect(texts(await read(params, { components: 'restpp,gsql' }))).toEqual(['A Query failed']);
    expect(texts(await read(params, { query: 'line 25', components: 'restpp' }))).toEqual([]);
    driver.write(params.workspace_id, line('later'));
    const later = await read(params, { after: all.next });
    expect(texts(later)).toEqual(['later']);
    expect(texts(await read(params, { after: later.next }))).toEqual([]);
    const keys = [...all.logs, ...later.logs].map(({ id }) => id);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is cut to the characters of an answer, and downloaded whole', async () => {
    const params = await logged();
    for (let n = 0; n < 300; n++)
      server.driver.write(params.workspace_id, line(`${n} ${'x'.repeat(20_000)}`));
    const page = await read(params);
    expect(page.logs[0]?.log).toHaveLength(16_000);
    expect(page.logs.length).toBe(Math.floor((4 * 2 ** 20) / 16_000));
    expect(page.left_out + page.logs.length).toBe(300);
    const whole = await server.plane.app.inject({
      url: `/api/v2/log/workgroups/${params.workgroup_id}/workspaces/${params.workspace_id}/file/download?query=299`,
      headers: { authorization: `Bearer ${server.admin}` },
    });
    expect(whole.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(whole.body).toMatch(/^2026-11-21T10:00:00\.000Z INFO m1 gpe 299 x+\n$/);
  });

  it.each([
    ['after', { after: '7' }],
    ['after', { after: '../1:2' }],
    ['lines', { lines: '5001' }],
    ['query', { query: 'x'.repeat(501) }],
  ])('refuses %s that is none', async (field, query) => {
    const refused = await server.call('readLogFile', { params: await logged(), query });
    expect([refused.status, refused.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, field]);
  });

  it('is for administrators of the workspace', async () => {
    const params = await logged();
    for (const [name, status] of [
      ['workspace-users', 403],
      ['workspace-admins', 200],
    ] as const) {
      const token = await server.person([{ name, ...params }]);
      expect((await server.call('readLogFile', { params, token })).status).toBe(status);
    }
  });
});

describe('a tail', () => {
  const tail = async (params: Record<string, string>, query: Record<string, string>) =>
    (await server.call('tailLogs', { params, query })).result as unknown as {
      logs: LogEntry[];
      next: string;
    };

  it('begins with the newest lines and waits for more', async () => {
    const params = await logged();
    server.driver.write(params.workspace_id, line('before'));
    await collector.collect();
    const first = await tail(params, {});
    expect(texts(first)).toEqual(['before']);
    const waiting = tail(params, { after: first.next, wait: '20' });
    server.driver.write(params.workspace_id, line('after'));
    await server.plane.logs.collect();
    const second = await waiting;
    expect(texts(second)).toEqual(['after']);
    const nothing = await tail(params, { after: second.next, wait: '0' });
    expect([nothing.logs, nothing.next]).toEqual([[], second.next]);
  });

  it('hears of a line that is stored between its look and its wait', async () => {
    const params = await logged();
    const first = await tail(params, {});
    const restore = afterQuery(server.database.pool, /from "log_entries"/, async () => {
      server.driver.write(params.workspace_id, line('in between'));
      await server.plane.logs.collect();
    });
    try {
      expect(texts(await tail(params, { after: first.next, wait: '25' }))).toEqual(['in between']);
    } finally {
      restore();
    }
  });
});

it.each([
  ['', []],
  ['  one  two ', ['one', 'two']],
  ['a "b c" d', ['a', 'b c', 'd']],
  ['"open end', ['open end']],
  ['""', []],
])('%j asks for the words %j', (query, words) => expect(wordsOf(query)).toEqual(words));
