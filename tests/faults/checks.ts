/**
 * Invariants when nothing is under way any more, whatever was killed: in the database, on the disk, among the
 * processes.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Acacia } from './acacia.ts';
import { processesOf, workspaceOf, type SystemProcess } from './processes.ts';

const WorkspaceRow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  condition_type: z.string(),
  err_message: z.string(),
  database_id: z.string(),
  snapshot_id: z.string().nullable(),
  is_rw: z.boolean(),
  enable_ha: z.boolean(),
});
type WorkspaceRow = z.infer<typeof WorkspaceRow>;
const OperationRow = z.object({ kind: z.string(), state: z.string(), step: z.string(), error: z.string() });
const PlaceRow = z.object({ id: z.string(), database_id: z.string(), whole: z.boolean() });
const Id = z.object({ id: z.string() });

/** Statuses that last until somebody asks for another. */
const RESTING: ReadonlySet<string> = new Set(['Active', 'Idle', 'Stopped']);

const workspaceRows = (acacia: Acacia) =>
  acacia.sql(
    WorkspaceRow,
    'select id, name, status, condition_type, err_message, database_id, snapshot_id, is_rw, enable_ha from workspaces',
  );

/** Operations and workspaces that are still under way, a sentence each. */
export async function unrest(acacia: Acacia): Promise<string[]> {
  const open = await acacia.sql(
    OperationRow,
    "select kind, state, step, error from operations where state in ('queued', 'running')",
  );
  const rows = await workspaceRows(acacia);
  return [
    ...((await acacia.healthy()) ? [] : ['/healthz does not answer 200.']),
    ...open.map(({ kind, state, step, error }) => `The operation ${kind} is ${state}: ${step} ${error}`),
    ...rows
      .filter(({ status }) => !RESTING.has(status))
      .map(({ name, status, err_message }) => `The workspace ${name} is ${status}: ${err_message}`),
    ...rows
      .filter(({ status, condition_type }) => status === 'Active' && condition_type === 'Degraded')
      .map(({ name }) => `A replica of the workspace ${name} is being recovered.`),
  ];
}

const entriesOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** A file beside a folder, `.<name>.store`, that says that the folder has held a store. */
const RECORD = /^(.*\/)?\.([^/]+)\.store$/;

/** Records of folders that are not there. */
const strayRecords = (names: readonly string[]): string[] =>
  names
    .filter((name) => RECORD.test(name) && !names.includes(name.replace(RECORD, '$1$2')))
    .map((name) => `The record ${name} is there without its folder.`);

const withoutRecords = (names: readonly string[]): string[] => names.filter((name) => !RECORD.test(name));

/** Names below two folders, e.g. `database/backup`; a first folder without any is nothing. */
const pairsBelow = (folder: string): string[] =>
  entriesOf(folder).flatMap((first) =>
    entriesOf(path.join(folder, first)).map((second) => `${first}/${second}`),
  );

/** Entries of one list that the other does not have. */
function compare(what: string, onDisk: readonly string[], inTable: readonly string[]): string[] {
  const [there, known] = [new Set(onDisk), new Set(inTable)];
  return [
    ...onDisk
      .filter((name) => !known.has(name))
      .map((name) => `${what} ${name} is on the disk without a row.`),
    ...inTable
      .filter((name) => !there.has(name))
      .map((name) => `${what} ${name} has a row and is not on the disk.`),
  ];
}

/** Folders without rows, rows without folders, and incomplete leftovers. */
async function diskProblems(acacia: Acacia): Promise<string[]> {
  const { home } = acacia;
  const databases = (await acacia.sql(Id, 'select id from databases')).map(({ id }) => id);
  const snapshots = await acacia.sql(
    PlaceRow,
    'select id, database_id, size_bytes > 0 as whole from snapshots',
  );
  const backups = await acacia.sql(
    PlaceRow,
    "select id, database_id, status = 'Succeed' as whole from backups",
  );
  const workspaces = await workspaceRows(acacia);
  const wanted = new Set(workspaces.map(({ database_id }) => database_id));
  const shown = workspaces.flatMap(({ snapshot_id }) => (snapshot_id === null ? [] : [snapshot_id]));
  const placesOf = (rows: readonly z.infer<typeof PlaceRow>[]) =>
    rows.map(({ database_id, id }) => `${database_id}/${id}`);
  const logs = entriesOf(path.join(home, 'logs', 'workspaces')).map((name) =>
    name.replace(/\.log(\.\d+)?$/, ''),
  );
  const inDatabases = entriesOf(path.join(home, 'databases'));
  const inSnapshots = pairsBelow(path.join(home, 'snapshots'));
  const folders = withoutRecords(inDatabases);
  return [
    ...strayRecords(inDatabases),
    ...strayRecords(inSnapshots),
    ...compare(
      'The database',
      folders,
      // One that nothing has opened yet has no folder.
      databases.filter((id) => wanted.has(id) || folders.includes(id)),
    ),
    ...compare('The snapshot', withoutRecords(inSnapshots), placesOf(snapshots)),
    ...compare(
      'The snapshot of a workspace',
      shown,
      snapshots.map(({ id }) => id),
    ),
    ...compare(
      'The backup',
      pairsBelow(path.join(home, 'backups')),
      placesOf(backups.filter(({ whole }) => whole)),
    ),
    ...[...snapshots, ...backups].filter(({ whole }) => !whole).map(({ id }) => `${id} is not whole.`),
    ...entriesOf(path.join(home, 'scratch')).map((name) => `scratch/${name} was left.`),
    ...[...new Set(logs)]
      .filter((id) => !workspaces.some((workspace) => workspace.id === id))
      .map((id) => `The log of ${id} is there without its workspace.`),
  ];
}

/** Entries of the folder `run` that do not name a workspace. */
const NOT_OF_WORKSPACES = new Set(['socket-folder', 'control.sock', 'control-folder']);

/** Orphaned processes, wrong numbers of serving processes, and files that name processes of the past. */
function processProblems(acacia: Acacia, workspaces: readonly WorkspaceRow[]): string[] {
  const all = processesOf(acacia.home);
  const { databasePid } = acacia;
  const ours = (each: SystemProcess) =>
    each.pid === databasePid || each.parent === databasePid || workspaceOf(each) !== undefined;
  const serving = Map.groupBy(all, workspaceOf);
  const files = entriesOf(path.join(acacia.home, 'run')).filter((name) => !NOT_OF_WORKSPACES.has(name));
  const allowed = workspaces
    .filter(({ status }) => status === 'Active')
    .map(({ id, enable_ha }) => ({ id, count: enable_ha ? 2 : 1 }));
  const known = new Set(allowed.map(({ id }) => id));
  const filesOf = (id: string) =>
    files.filter((name) => name.startsWith(id) && name.endsWith('.json')).length;
  return [
    ...all
      .filter((each) => !ours(each))
      .map(({ pid, command }) => `The process ${pid} is an orphan: ${command}`),
    ...[...serving].flatMap(([id, processes]) =>
      id === undefined || known.has(id) ? [] : [`${id} does not run, but has ${processes.length} processes.`],
    ),
    ...allowed
      .filter(({ id, count }) => serving.get(id)?.length !== count || filesOf(id) !== count)
      .map(
        ({ id, count }) =>
          `${id} has ${serving.get(id)?.length ?? 0} processes and ${filesOf(id)} files that name them instead of ${count}.`,
      ),
    ...files
      .filter((name) => !known.has(name.split('.', 1)[0] ?? ''))
      .map((name) => `run/${name} is of a workspace that does not run.`),
    ...files
      .filter((name) => !/^[^.]+((\.2)?(\.json)?|\.door)$/.test(name))
      .map((name) => `run/${name} was left.`),
  ];
}

const Charged = z.object({ workspace_id: z.string(), what: z.string() });

/** Time that is charged twice, or in which nothing can have run. */
async function chargeProblems(acacia: Acacia): Promise<string[]> {
  const rows = await acacia.sql(
    Charged,
    `select a.workspace_id, 'overlaps another one' as what from usage_intervals a join usage_intervals b
        on a.workspace_id = b.workspace_id and a.id < b.id
        and a.started_at < coalesce(b.ended_at, 'infinity') and b.started_at < coalesce(a.ended_at, 'infinity')
        and a.started_at is distinct from a.ended_at and b.started_at is distinct from b.ended_at
      union all select workspace_id, 'ends before it begins' from usage_intervals where ended_at < started_at
      union all select workspace_id, 'lies in the future' from usage_intervals
        where greatest(started_at, ended_at) > clock_timestamp()
      union all select workspace_id, 'is open for what does not run' from usage_intervals u
        where ended_at is null and not exists (
          select 1 from workspaces w where w.id = u.workspace_id and w.status = 'Active')
      union all select id, 'is missing for what runs' from workspaces w
        where status = 'Active' and not exists (
          select 1 from usage_intervals u where u.workspace_id = w.id and ended_at is null)
      union all select w.id, 'is of another size' from workspaces w join usage_intervals u
        on u.workspace_id = w.id and u.ended_at is null
        where (u.workspace_type_name, u.enable_ha) <> (w.workspace_type_name, w.enable_ha)`,
  );
  const down = acacia.downtimes.at(-1);
  const whileDown =
    down === undefined
      ? []
      : await acacia.sql(
          Charged,
          `select workspace_id, 'covers the time from ' || $1 || ' to ' || $2 || ', when nothing ran' as what
            from usage_intervals where started_at < $1::timestamptz and coalesce(ended_at, 'infinity') > $2::timestamptz`,
          [down.from.toISOString(), down.to.toISOString()],
        );
  return [...rows, ...whileDown].map(
    ({ workspace_id, what }) => `A charged time of ${workspace_id} ${what}.`,
  );
}

/** All violations while nothing is under way, a sentence each. */
export async function problems(acacia: Acacia): Promise<string[]> {
  return [
    ...(await unrest(acacia)),
    ...processProblems(acacia, await workspaceRows(acacia)),
    ...(await diskProblems(acacia)),
    ...(await chargeProblems(acacia)),
  ];
}
