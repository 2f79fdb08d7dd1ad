/** Breaks the checked invariants on purpose, at the end of a series: a check that never fails proves nothing. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { problems } from './checks.ts';
import { kill } from './processes.ts';
import type { World } from './world.ts';

/** Sentences that the checks must report. */
const EXPECTED: readonly RegExp[] = [
  /^The database stray is on the disk without a row/,
  /^The record \.vanished\.store is there without its folder/,
  /^The snapshot \S+\/stray has a row and is not on the disk/,
  /^The backup stray\/stray is on the disk without a row/,
  /^scratch\/stray was left/,
  /^run\/stray\.json is of a workspace that does not run/,
  /^The log of stray is there without its workspace/,
  /^The process \d+ is an orphan/,
  /^The operation create is queued/,
  /^A charged time of \S+ overlaps another one/,
  /^A charged time of stray is open for what does not run/,
];

const FOLDERS = ['databases/stray', 'backups/stray/stray', 'scratch/stray'];
const FILES = ['databases/.vanished.store', 'run/stray.json', 'logs/workspaces/stray.log'];
const ROWS = [
  "insert into snapshots (id, database_id, size_bytes) select 'stray', id, 1 from databases limit 1",
  `insert into operations (id, kind, database_id, state, step, actor, run_after)
    values ('stray', 'create', 'none', 'queued', 'Waiting', 'nobody', now() + interval '1 hour')`,
  `insert into usage_intervals (workgroup_id, workspace_id, workspace_type_name, enable_ha, started_at, ended_at)
    select workgroup_id, workspace_id, workspace_type_name, enable_ha, started_at, now()
    from usage_intervals where ended_at is null`,
  `insert into usage_intervals (workgroup_id, workspace_id, workspace_type_name, enable_ha, started_at)
    values ('none', 'stray', 'TG-00', false, now())`,
];

/** Leaves the world broken. @returns the faults that the checks missed, a sentence each */
export async function selfCheck(world: World): Promise<string[]> {
  const { acacia } = world;
  await world.main();
  const place = (name: string) => path.join(acacia.home, name);
  for (const name of FOLDERS) mkdirSync(place(name), { recursive: true });
  for (const name of FILES) writeFileSync(place(name), '');
  for (const row of ROWS) await acacia.sql(z.unknown(), row);
  const orphan = spawn('sleep', ['600'], { cwd: acacia.home, stdio: 'ignore' });
  try {
    const seen = await problems(acacia);
    return EXPECTED.filter((pattern) => !seen.some((problem) => pattern.test(problem))).map(
      (pattern) => `The checks do not see ${pattern.source} among: ${seen.join(' ')}`,
    );
  } finally {
    if (orphan.pid !== undefined) kill(orphan.pid);
  }
}
