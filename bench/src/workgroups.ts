/**
 * Polling of 500 workgroups with 2,000 workspaces: latency of each call of the control plane, and the processor time
 * that 200 signed-in browsers cost it and its PostgreSQL.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Database } from '../../apps/cloud/src/database/database.ts';
import { startEmbedded } from '../../apps/cloud/src/database/embedded/server.ts';
import { migrate } from '../../apps/cloud/src/database/migrate.ts';
import { seed } from '../../apps/cloud/src/database/seed.ts';
import type { Report } from './report.ts';

const GROUPS = 500;
const WORKSPACES_A_GROUP = 4;
const BROWSERS = 200;
/** Browsers of people who wait for something: they poll quickly. */
const WAITING = 20;
/** Every other person administers this many workgroups in place of the organisation. */
const GROUPS_OF_ONE = 25;
const LIST_MS = 90_000;
const DETAIL_MS = 15_000;
const QUICK_MS = 1500;
const POLLED_MS = 60_000;
const SAMPLES = 15;
/** Milliseconds of a pause that outlasts every cached answer. */
const COLD_MS = 1500;

interface Filled {
  readonly groupIds: readonly string[];
  /** People, each with a workgroup that they see. */
  readonly people: readonly { readonly id: string; readonly group: string }[];
}

/** Rows as Acacia writes them, with everything that a list shows. */
async function fill({ pool }: Database): Promise<Filled> {
  const { rows } = await pool.query<{ id: string }>('select id from organizations');
  const org = rows[0]?.id ?? '';
  await pool.query(
    `insert into workgroups (id, org_id, name, creator, cloud_provider_id, region, enable_application_log)
     select gen_random_uuid()::text, $1, 'Workgroup-' || n, 'admin@acacia.local', 'aws', 'us-east-1', false
     from generate_series(1, $2::int) as n`,
    [org, GROUPS],
  );
  await pool.query(
    `insert into databases (id, workgroup_id, name, size_bytes)
     select gen_random_uuid()::text, id, 'Database-' || n, 1000000 from workgroups, generate_series(1, $1::int) as n`,
    [WORKSPACES_A_GROUP],
  );
  await pool.query(
    `insert into workspaces (id, workgroup_id, database_id, name, status, is_rw, enable_ha, workspace_type_name,
       auto_stop_minutes, enable_auto_start, port, tg_version, creator)
     select gen_random_uuid()::text, workgroup_id, id, replace(name, 'Database', 'Workspace'),
       case when random() < 0.5 then 'Active' else 'Idle' end, true, false, 'TG-00', 60, true,
       20000 + row_number() over (), '4.2.1', 'admin@acacia.local' from databases`,
  );
  await pool.query(
    `insert into workspace_readings (workspace_id, at, memory_percent, data_memory_percent, volume_percent,
       graph_bytes, vertex_count, edge_count)
     select id, now(), 42.1, 33.3, 12.5, 123456789, 1000, 10000 from workspaces`,
  );
  await pool.query(
    `insert into accounts (id, email, name)
     select 'person-' || n, 'person-' || n || '@example.org', 'Person' from generate_series(1, $1::int) as n`,
    [BROWSERS],
  );
  await pool.query(
    `insert into memberships (id, org_id, account_id, joined_at)
     select id, $1, id, now() from accounts where id like 'person-%'`,
    [org],
  );
  await pool.query(
    `insert into role_grants (membership_id, name, workgroup_id)
     select 'person-' || n, 'org-admins', null from generate_series(1, $1::int, 2) as n
     union all
     select 'person-' || n, 'workgroup-admins', id from generate_series(2, $1::int, 2) as n
       cross join lateral (select id from workgroups where n > 0 order by random() limit $2) as own`,
    [BROWSERS, GROUPS_OF_ONE],
  );
  // The rest of the tables as a long-lived control plane has them.
  await pool.query('analyze');
  const groups = await pool.query<{ id: string }>('select id from workgroups');
  const groupIds = groups.rows.map(({ id }) => id);
  const people = await pool.query<{ id: string; group: string | null }>(
    `select m.account_id as id, max(g.workgroup_id) as group
     from memberships m join role_grants g on g.membership_id = m.id
     where m.account_id like 'person-%' group by m.account_id order by m.account_id`,
  );
  return {
    groupIds,
    people: people.rows.map(({ id, group }) => ({ id, group: group ?? groupIds[randomInt(GROUPS)] ?? '' })),
  };
}

interface Server {
  readonly origin: string;
  readonly tokens: readonly string[];
  readonly child: ChildProcess;
}

const answerOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });

async function startServer(url: string, userIds: readonly string[]): Promise<Server> {
  const child = fork(path.join(import.meta.dirname, 'workgroups-server.ts'), [url, ...userIds]);
  const { origin, tokens } = (await answerOf(child)) as Pick<Server, 'origin' | 'tokens'>;
  return { origin, tokens, child };
}

const agent = new Agent({ keepAlive: true });

/** Milliseconds and bytes of one call, as a browser makes it. */
function call(server: Server, token: string, route: string): Promise<{ ms: number; bytes: number }> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br' };
    request(`${server.origin}/api/v2/workgroups${route}`, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ ms: performance.now() - begun, bytes });
        else reject(new Error(`${route} answered ${response.statusCode}.`));
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Seconds of a processor that a PostgreSQL has used; null where the system does not tell. */
function postgresSeconds(home: string): number | null {
  const file = path.join(home, 'postgres', 'postmaster.pid');
  if (!existsSync('/proc/self/stat') || !existsSync(file)) return null;
  const postmaster = readFileSync(file, 'utf8').split('\n')[0] ?? '';
  const HERTZ = 100;
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (pid === postmaster || stat[1] === postmaster) ticks += Number(stat[11]) + Number(stat[12]);
  }
  return ticks / HERTZ;
}

/** Fields of a process after its name; empty when it has ended meanwhile. */
function statOf(pid: string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return [];
    throw error;
  }
}

async function serverSeconds({ child }: Server): Promise<number> {
  const answer = answerOf(child);
  child.send('usage');
  const { user, system } = (await answer) as NodeJS.CpuUsage;
  return (user + system) / 1e6;
}

interface Latency {
  readonly call: string;
  readonly medianMs: number;
  readonly maxMs: number;
  /** Processor time of the server and PostgreSQL alone, whatever else the machine does. */
  readonly processorMs: number;
  readonly kilobytes: number;
}

/** Latency of each call alone, after a pause in which its caches expire. */
async function latencies(server: Server, groupIds: readonly string[], home: string): Promise<Latency[]> {
  const used = async () => (await serverSeconds(server)) + (postgresSeconds(home) ?? 0);
  const [token = ''] = server.tokens;
  const found: Latency[] = [];
  for (const [name, route] of [
    ['listWorkgroups', () => ''],
    ['getWorkgroup', () => `/${groupIds[randomInt(GROUPS)]}`],
    ['listWorkspaces', () => `/${groupIds[randomInt(GROUPS)]}/workspaces`],
  ] as const) {
    for (let warm = 0; warm < 5; warm++) await call(server, token, route());
    const samples: number[] = [];
    let bytes = 0;
    const before = await used();
    for (let sample = 0; sample < SAMPLES; sample++) {
      await delay(COLD_MS);
      const answer = await call(server, token, route());
      samples.push(answer.ms);
      bytes = answer.bytes;
    }
    const processorMs = (((await used()) - before) * 1000) / SAMPLES;
    samples.sort((a, b) => a - b);
    const medianMs = samples[Math.floor(samples.length / 2)] ?? Number.NaN;
    found.push({
      call: name,
      medianMs,
      maxMs: samples.at(-1) ?? Number.NaN,
      processorMs,
      kilobytes: bytes / 1024,
    });
  }
  return found;
}

/** Polls at a fixed interval, with a random start, until the time is over. */
async function poll(every: number, until: number, ask: () => Promise<{ ms: number }>, into: number[]) {
  await delay(Math.random() * every);
  while (performance.now() < until) {
    const { ms } = await ask();
    into.push(ms);
    await delay(Math.max(0, every - ms));
  }
}

interface Polling {
  readonly requests: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly serverCores: number;
  readonly postgresCores: number | null;
}

async function polling(server: Server, people: Filled['people'], home: string): Promise<Polling> {
  const before = [await serverSeconds(server), postgresSeconds(home)] as const;
  const begun = performance.now();
  const until = begun + POLLED_MS;
  const samples: number[] = [];
  const browsers = server.tokens.map(async (token, index) => {
    const list = () => call(server, token, '');
    const detail = () => call(server, token, `/${people[index]?.group ?? ''}`);
    const waits = index < WAITING;
    await Promise.all([
      poll(waits ? QUICK_MS : LIST_MS, until, list, samples),
      poll(waits ? QUICK_MS : DETAIL_MS, until, detail, samples),
    ]);
  });
  await Promise.race([Promise.all(browsers), delay(POLLED_MS)]);
  const seconds = (performance.now() - begun) / 1000;
  const after = [await serverSeconds(server), postgresSeconds(home)] as const;
  samples.sort((a, b) => a - b);
  return {
    requests: samples.length,
    medianMs: samples[Math.floor(samples.length / 2)] ?? Number.NaN,
    p99Ms: samples[Math.floor(samples.length * 0.99)] ?? Number.NaN,
    serverCores: (after[0] - before[0]) / seconds,
    postgresCores: after[1] === null || before[1] === null ? null : (after[1] - before[1]) / seconds,
  };
}

export async function benchWorkgroups(): Promise<Report> {
  const home = mkdtempSync(path.join(tmpdir(), 'acacia-bench-'));
  const postgres = await startEmbedded({ home, durable: false });
  const database = connect(postgres.url, (error) => {
    throw error;
  });
  try {
    await migrate(database.pool);
    await seed(database.db, 'admin@acacia.local', { tier: 'enterprise', maxWorkspaceMemory: 4096 });
    const { groupIds, people } = await fill(database);
    const server = await startServer(
      postgres.url,
      people.map(({ id }) => id),
    );
    const calls = await latencies(server, groupIds, home);
    const polled = await polling(server, people, home);
    server.child.removeAllListeners('exit');
    server.child.disconnect();
    const cores = polled.serverCores + (polled.postgresCores ?? 0);
    return {
      lines: [
        ...calls.map(
          ({ call: name, medianMs, maxMs, processorMs, kilobytes }) =>
            `${name}: ${medianMs.toFixed(0)} ms, at most ${maxMs.toFixed(0)} ms, ${processorMs.toFixed(0)} ms of a processor, ${kilobytes.toFixed(0)} KiB`,
        ),
        `${BROWSERS} browsers: ${polled.requests} requests in ${POLLED_MS / 1000} s, ${polled.medianMs.toFixed(0)} ms (99 %: ${polled.p99Ms.toFixed(0)} ms)`,
        `${cores.toFixed(2)} cores: server ${polled.serverCores.toFixed(2)}, PostgreSQL ${polled.postgresCores?.toFixed(2) ?? 'unknown'}`,
      ],
      record: {
        workgroups: GROUPS,
        workspaces: GROUPS * WORKSPACES_A_GROUP,
        browsers: BROWSERS,
        calls,
        polled,
      },
    };
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
