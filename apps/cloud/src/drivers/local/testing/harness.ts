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
import type { LocalDriverOptions } from '../local-driver.ts';

const OWNER = fileURLToPath(import.meta.resolve('./owner.ts'));
const ProcessFile = z.object({ process: z.object({ pid: z.number() }) });

interface LocalHarness extends DriverHarness {
  readonly home: string;
  /** Ids of a workspace's processes, in the order of their starts: the serving one first. */
  pids(workspaceId: string): Promise<number[]>;
}

/**
 * @param entry main file of the workspace server
 * @param options of the driver, beside the folder and the server
 */
export function createLocalHarness(
  entry: string,
  options: Pick<LocalDriverOptions, 'timing' | 'machineBytes'> = {},
): LocalHarness {
  const home = mkdtempSync(join(tmpdir(), 'driver-'));
  const run = join(home, 'run');
  let driver = newDriver();

  function newDriver(): Driver {
    const log = pino({ level: 'silent' });
    const timing = { firstPause: 20, ...options.timing };
    return createLocalDriver({ ...options, home, entry, nodePath: process.execPath, log, timing });
  }

  async function pids(workspaceId: string): Promise<number[]> {
    const names = (await readdir(run)).filter((name) => name.startsWith(`${workspaceId}.`));
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(run, name))
      .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
      .map((path) => ProcessFile.parse(JSON.parse(readFileSync(path, 'utf8'))).process.pid);
  }

  return {
    home,
    pids,
    get driver() {
      return driver;
    },
    async kill(workspaceId, which) {
      const all = await pids(workspaceId);
      for (const pid of which === 'all' ? all : all.slice(0, 1)) process.kill(pid, 'SIGKILL');
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
