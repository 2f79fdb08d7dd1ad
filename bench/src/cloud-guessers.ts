/** Latency of a signed-in reader of the control plane during password guessing. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../apps/cloud/src/database/database.ts';
import { startEmbedded } from '../../apps/cloud/src/database/embedded/server.ts';
import { migrate } from '../../apps/cloud/src/database/migrate.ts';
import { seed } from '../../apps/cloud/src/database/seed.ts';
import type { Report } from './report.ts';

const SECONDS = 15;
/** Milliseconds between two reads. */
const PACE = 25;
/** Milliseconds of warm-up: at first all counts are empty. */
const WARM_UP_MS = 3000;

const FLOODS = [
  { guessers: 0, from: 'nowhere' },
  { guessers: 24, from: 'one network' },
  { guessers: 400, from: 'one network' },
  { guessers: 24, from: 'everywhere' },
  { guessers: 400, from: 'everywhere' },
] as const;

const messageOf = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A process of the bench ended with ${code}.`)));
  });

const agent = new Agent({ keepAlive: true });

/** Milliseconds of one read. */
function read(origin: string, token: string): Promise<number> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    request(
      `${origin}/api/users/me`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(performance.now() - begun)
            : reject(new Error(`The read answered ${response.statusCode}.`)),
        );
      },
    )
      .on('error', reject)
      .end();
  });
}

async function readBeside(origin: string, token: string, { guessers, from }: (typeof FLOODS)[number]) {
  const flood =
    guessers === 0
      ? null
      : fork(path.join(import.meta.dirname, 'cloud-guessers-client.ts'), [origin, String(guessers), from]);
  await delay(WARM_UP_MS);
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1000;
  while (performance.now() < until) {
    const ms = await read(origin, token);
    times.push(ms);
    await delay(Math.max(0, PACE - ms));
  }
  flood?.send('counts');
  const answers = flood === null ? {} : await messageOf(flood);
  flood?.removeAllListeners('exit');
  flood?.disconnect();
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
  return { guessers, from, reads: times.length, medianMs: at(0.5), p99Ms: at(0.99), answers };
}

export async function benchCloudGuessers(): Promise<Report> {
  const home = mkdtempSync(path.join(tmpdir(), 'acacia-bench-'));
  const postgres = await startEmbedded({ home, durable: false });
  const database = connect(postgres.url, (error) => {
    throw error;
  });
  try {
    await migrate(database.pool);
    await seed(database.db, 'admin@acacia.local', { tier: 'enterprise', maxWorkspaceMemory: 4096 });
    const { rows } = await database.pool.query<{ id: string }>('select id from accounts');
    // Guessers choose their address in a header, as behind a proxy.
    const server = fork(
      path.join(import.meta.dirname, 'workgroups-server.ts'),
      [postgres.url, ...rows.map(({ id }) => id)],
      { env: { ...process.env, ACACIA_TRUSTED_PROXIES: '127.0.0.1' } },
    );
    const { origin, tokens } = (await messageOf(server)) as { origin: string; tokens: string[] };
    const found = [];
    for (const flood of FLOODS) found.push(await readBeside(origin, tokens[0] ?? '', flood));
    server.removeAllListeners('exit');
    const ended = once(server, 'exit');
    server.disconnect();
    // Its connections would otherwise be ended by the server of the database, as a fault.
    await ended;
    return {
      lines: found.map(
        ({ guessers, from, medianMs, p99Ms, answers }) =>
          `beside ${guessers} guessers from ${from}: ${medianMs.toFixed(1)} ms (99 %: ${p99Ms.toFixed(0)} ms); they got ${JSON.stringify(answers)}`,
      ),
      record: { readEveryMs: PACE, seconds: SECONDS, found },
    };
  } finally {
    await database.close();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
