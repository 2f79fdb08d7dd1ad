/** The rows of the Databases tab: databases, each with its snapshots below it. */
import { comma, t } from '@acacia/texts';
import type { Database, Snapshot, Workgroup, Workspace } from '@acacia/contract';
import { formatBytes, formatDateTime } from '@acacia/ui';
import { accessWord } from '../../../data/access-words.ts';

interface DatabaseRow {
  readonly kind: 'database';
  readonly database: Database;
  /** Workspaces that open it. */
  readonly workspaces: readonly Workspace[];
}
interface SnapshotRow {
  readonly kind: 'snapshot';
  readonly snapshot: Snapshot;
}
export type Row = DatabaseRow | SnapshotRow;

export function rowsOf({ tg_databases, workspaces }: Workgroup): DatabaseRow[] {
  const by = Map.groupBy(workspaces, ({ database_id }) => database_id);
  return tg_databases.map((database) => ({
    kind: 'database',
    database,
    workspaces: by.get(database.database_id) ?? [],
  }));
}

export const childrenOf = (row: Row): readonly SnapshotRow[] =>
  row.kind === 'snapshot' ? [] : row.database.snapshots.map((snapshot) => ({ kind: 'snapshot', snapshot }));

export const idOf = (row: Row): string =>
  row.kind === 'database' ? row.database.database_id : row.snapshot.snapshot_id;

export const nameOf = (row: Row): string =>
  row.kind === 'database' ? row.database.name : t`Snapshot of ${formatDateTime(row.snapshot.create_time)}`;

export const createdAt = (row: Row): string =>
  row.kind === 'database' ? row.database.create_time : row.snapshot.create_time;

/** Bytes; of a database all that is billed. */
export const sizeOf = (row: Row): number =>
  row.kind === 'database' ? row.database.folder_statistics.billed_size : row.snapshot.size_bytes;

/** Parts of a database's billed size. */
export function sizeParts({ folder_statistics, snapshots, backup_count }: Database): string {
  const { total_size, snapshot_size, backup_size } = folder_statistics;
  return [
    t`Data ${formatBytes(total_size)}`,
    `${snapshotsText(snapshots.length)} ${formatBytes(snapshot_size)}`,
    `${backupsText(backup_count)} ${formatBytes(backup_size)}`,
  ].join(' · ');
}

const snapshotsText = (count: number): string => (count === 1 ? t`1 snapshot` : t`${count} snapshots`);
const backupsText = (count: number): string => (count === 1 ? t`1 backup` : t`${count} backups`);

/** Losses when a database is deleted. */
export function lossesOf({ name, folder_statistics, snapshots, backup_count }: Database): string[] {
  const { total_size, snapshot_size, backup_size } = folder_statistics;
  return [
    t`All graphs, vertices and edges of ${name} (${formatBytes(total_size)})`,
    t`Its schema, queries and loading jobs`,
    ...(snapshots.length > 0 ? [t`${snapshotsText(snapshots.length)} (${formatBytes(snapshot_size)})`] : []),
    ...(backup_count > 0 ? [t`${backupsText(backup_count)} (${formatBytes(backup_size)})`] : []),
  ];
}

/** Workspaces that use a database or show a snapshot, in words. */
export function usersOf(row: Row): string {
  if (row.kind === 'snapshot') return row.snapshot.workspace_name ?? '';
  return row.workspaces.map((each) => `${each.name} ${accessWord(each)}`).join(comma);
}
