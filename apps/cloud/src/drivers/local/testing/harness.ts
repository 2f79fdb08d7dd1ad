/** The local driver over a folder of its own, whose processes and control plane can be killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { z } from 'zod';
import type { Driver } from '../../driver.ts';
import type { DriverCall, DriverHarness } from '../../testing/driver-contract.ts';
import { createLocalDriver } from '../local-driver.ts';

const OWNER = fileURLToPath(import.meta.resolve('./owner.ts'));
const ProcessFile = z.object({ process: z.object({ pid: z.number() }) });

/** @param entry main file of the workspace server */
export function createLocalHarness(entry: string): DriverHarness {
  const home = mkdtempSync(join(tmpdir(), 'driver-'));
  const run = join(home, 'run');
  let driver = newDriver();

  function newDriver(): Driver {
    const log = pino({ level: 'silent' });
    return createLocalDriver({ home, entry, nodePath: process.execPath, log, timing: { firstPause: 20 } });
  }

  /** Numbers of a workspace's processes; the one that serves began first. */
  async function pidsOf(workspaceId: string): Promise<number[]> {
    const names = (await readdir(run)).filter((name) => name.startsWith(`${workspaceId}.`));
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(run, name))
      .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
      .map((path) => ProcessFile.parse(JSON.parse(readFileSync(path, 'utf8'))).process.pid);
  }

  return {
    get driver() {
      return driver;
    },
    async kill(workspaceId, which) {
      const pids = await pidsOf(workspaceId);
      for (const pid of which === 'all' ? pids : pids.slice(0, 1)) process.kill(pid, 'SIGKILL');
    },
    async crashDuring(calls: readonly DriverCall[], afterMs) {
      await driver.close();
      const owner = spawn(process.execPath, [OWNER, home, entry, JSON.stringify(calls)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(owner, 'exit');
      for await (const line of createInterface(owner.stdout)) {
        if (line === `call ${calls.length - 1}`) {
          await Promise.race([delay(afterMs), ended]);
          break;
        }
      }
      owner.kill('SIGKILL');
      await ended;
      driver = newDriver();
    },
    async close() {
      await driver.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
