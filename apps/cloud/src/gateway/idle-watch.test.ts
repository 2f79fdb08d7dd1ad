import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createUseLog } from './activity.ts';
import type { UseLog } from './activity.ts';
import { createIdleWatch } from './idle-watch.ts';
import { allocatePort } from './port.ts';
import type { Clock } from './idle-watch.ts';
import { begin } from './testing/client.ts';
import { createTestCloud } from './testing/cloud.ts';
import type { TestCloud } from './testing/cloud.ts';

const MINUTE = 60_000;
const BASIC = { authorization: 'Basic dGlnZXJncmFwaDp0aWdlcmdyYXBo' };

/** A clock that advances only by `pass`. */
class HandClock implements Clock {
  time = Date.parse('2026-11-21T12:00:00Z');
  #steps: (() => void)[] = [];
  now(): number {
    return this.time;
  }
  every(_milliseconds: number, step: () => void): () => void {
    this.#steps.push(step);
    return () => (this.#steps = this.#steps.filter((one) => one !== step));
  }
  pass(minutes: number): void {
    this.time += minutes * MINUTE;
    for (const step of this.#steps) step();
  }
}

let clock: HandClock;
let cloud: TestCloud;

beforeEach(async () => {
  clock = new HandClock();
  cloud = await createTestCloud({ clock });
  await cloud.startWorkspace();
  cloud.row.autoStopMinutes = 10;
});
afterEach(() => cloud.close());

function tellActivity(activity: object): void {
  const rest = { runningQueries: 0, runningLoads: 0, lastActivityAt: new Date(0).toISOString() };
  writeFileSync(join(cloud.home, 'databases', 'db-1', 'activity'), JSON.stringify({ ...rest, ...activity }));
}

describe('one look', () => {
  let uses: UseLog;
  let suspended: string[];
  let look: (minutes: number) => Promise<void>;

  beforeEach(async () => {
    uses = createUseLog(() => clock.now());
    suspended = [];
    const watch = createIdleWatch({
      driver: cloud.driver,
      uses,
      clock,
      log: pino({ level: 'silent' }),
      suspend: async (workspaceId) => void suspended.push(workspaceId),
    });
    look = async (minutes) => {
      clock.time += minutes * MINUTE;
      await watch([{ ...cloud.row }]);
    };
    // The time before the first look is not known and does not count.
    await look(0);
  });

  it('suspends after the minutes without use, not before', async () => {
    await look(9.9);
    expect(suspended).toEqual([]);
    await look(0.1);
    expect(suspended).toEqual([cloud.workspaceId]);
  });

  it('begins again with each use', async () => {
    await look(9);
    uses.begin(cloud.workspaceId)(true);
    await look(9);
    uses.begin(cloud.workspaceId)(false);
    await look(0.5);
    expect(suspended).toEqual([]);
    await look(0.5);
    expect(suspended).toHaveLength(1);
  });

  it('never suspends while a request, a query or a load is under way, or shortly after', async () => {
    const end = uses.begin(cloud.workspaceId);
    await look(100);
    end(true);
    await look(9);
    tellActivity({ runningQueries: 1 });
    await look(100);
    tellActivity({ runningLoads: 1 });
    await look(100);
    tellActivity({ lastActivityAt: new Date(clock.now()).toISOString() });
    await look(9);
    expect(suspended).toEqual([]);
    await look(1);
    expect(suspended).toHaveLength(1);
  });

  it('leaves a workspace alone whose limit is off or that is not Active', async () => {
    cloud.row.autoStopMinutes = 0;
    await look(1_000);
    cloud.row.autoStopMinutes = 10;
    cloud.row.status = 'Resizing';
    await look(1_000);
    expect(suspended).toEqual([]);
  });

  it('does not suspend what does not say what it does', async () => {
    writeFileSync(join(cloud.home, 'databases', 'db-1', 'activity'), '{"nonsense":true}');
    await look(100);
    await cloud.driver.stop(cloud.workspaceId);
    await look(100);
    expect(suspended).toEqual([]);
  });
});

describe('through the gateway', () => {
  const suspensions = (count: number) =>
    vi.waitFor(() => expect(cloud.suspensions).toHaveLength(count), { timeout: 50_000, interval: 5 });

  it('suspends, and wakes for the next request', async () => {
    clock.pass(10);
    await suspensions(1);
    await vi.waitFor(() => expect(cloud.row.status).toBe('Idle'), { timeout: 50_000 });
    expect((await fetch(`${cloud.url}/echo`, { headers: BASIC })).status).toBe(200);
    expect(cloud.wakes).toHaveLength(1);
    // It was just woken: its idle time starts again.
    clock.pass(0);
    expect(cloud.suspensions).toHaveLength(1);
  });

  it('holds a request that comes while it is being suspended, then wakes for it', async () => {
    await fetch(`${cloud.url}/restpp/query/g/q`, { headers: BASIC });
    const gate = Promise.withResolvers<void>();
    cloud.gate = gate.promise;
    clock.pass(10);
    await suspensions(1);
    const answer = fetch(`${cloud.url}/echo`, { headers: BASIC });
    gate.resolve();
    expect((await answer).status).toBe(200);
    expect(cloud.wakes).toHaveLength(1);
    expect(cloud.row.status).toBe('Active');
  });

  it('counts queries, not probes', async () => {
    clock.pass(0);
    clock.time += 9 * MINUTE;
    for (const path of ['/api/ping', '/restpp/version', '/restpp/health', '/metrics'])
      await fetch(cloud.url + path);
    clock.pass(1);
    await suspensions(1);
  });

  it('does not suspend under a stream that is open', async () => {
    const { request, response } = begin(`${cloud.url}/events`, { headers: BASIC });
    request.end();
    const events = await response;
    clock.pass(60);
    clock.pass(60);
    request.destroy();
    events.destroy();
    // The stream's end is its last use, and seen before the next limit has passed.
    await vi.waitFor(
      () => {
        clock.pass(10);
        expect(cloud.suspensions).toHaveLength(1);
      },
      { timeout: 50_000, interval: 20 },
    );
    expect(cloud.row.status).not.toBe('Active');
  });
});

describe('a round', () => {
  it('closes the port of a workspace that is gone without a word', async () => {
    const port = await allocatePort([cloud.row.port], { host: '127.0.0.1', first: cloud.row.port });
    await cloud.gateway.open('gone', port);
    expect((await fetch(`http://127.0.0.1:${port}/echo`)).status).toBe(404);
    clock.pass(1);
    await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/echo`)).rejects.toThrow('fetch failed'), {
      timeout: 30_000,
    });
    expect((await fetch(`${cloud.url}/echo`, { headers: BASIC })).status).toBe(200);
  });
});
