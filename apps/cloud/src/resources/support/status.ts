/** Status of this installation: what its parts do at this moment, found out by trying or by their last outcome. */
import { statfs } from 'node:fs/promises';
import type { PartState, SystemPart, SystemStatus } from '@acacia/contract';
import { PART_STATES } from '@acacia/contract';
import { sql } from 'drizzle-orm';
import { answersNow } from '../../database/answers-now.ts';
import type { Db } from '../../database/database.ts';
import { mails, operations } from '../../database/schema.ts';
import type { TaskStatus } from '../../timing/task-status.ts';

/** Milliseconds for which a status is kept: anybody may ask, however often. */
const KEPT = 5_000;
/** Minutes after which what waits is late. */
const LATE_MINUTES = 10;
/** Bytes below which the disk is too full for databases to write for long. */
const LEAST_FREE = 2 ** 30;
/** Bytes without which PostgreSQL cannot begin the next file of its write-ahead log. */
const FULL = 2 ** 24;

/** How the last run of a background task ended. */
type Outcome = Pick<TaskStatus, 'name' | 'lastError'>;

interface StatusParts {
  readonly db: Db;
  /** Data folder. */
  readonly home: string;
  readonly version: string;
  readonly tasks: () => readonly Outcome[];
  readonly now: () => Date;
}

type Found = Pick<SystemPart, 'state' | 'reason'>;
const WORKING: Found = { state: 'working', reason: '' };
const impaired = (reason: string): Found => ({ state: 'impaired', reason });
const down = (reason: string): Found => ({ state: 'down', reason });

async function lateMails(db: Db): Promise<Found> {
  const late = await db.$count(
    mails,
    sql`${mails.sentAt} is null and ${mails.failedAt} is null and ${mails.createdAt} < now() - make_interval(mins => ${LATE_MINUTES})`,
  );
  return late === 0 ? WORKING : impaired(`Mails have been waiting for more than ${LATE_MINUTES} minutes.`);
}

async function lateOperations(db: Db): Promise<Found> {
  const late = await db.$count(
    operations,
    sql`${operations.state} = 'queued' and ${operations.runAfter} < now() - make_interval(mins => ${LATE_MINUTES})`,
  );
  if (late === 0) return WORKING;
  return impaired(`Changes of workspaces have been waiting for more than ${LATE_MINUTES} minutes.`);
}

/** Tasks that ask servers of others, which nothing here depends on. */
const OF_OTHERS: ReadonlySet<string> = new Set(['news']);

function failingTasks(tasks: readonly Outcome[]): Found {
  const failing = tasks.filter(({ name, lastError }) => lastError !== '' && !OF_OTHERS.has(name));
  // Their errors are for the operator's log.
  return failing.length === 0
    ? WORKING
    : impaired(`Failed in their last run: ${failing.map(({ name }) => name).join(', ')}.`);
}

/** @param free bytes of the disk of the data folder that are free */
export function diskState(free: number): Found {
  if (free < FULL)
    return down('It is full: nothing can be stored until there is some space. Stored data are safe.');
  return free < LEAST_FREE ? impaired('Less than 1 GiB is free: loads and queries may be refused.') : WORKING;
}

async function freeDisk(home: string): Promise<Found> {
  const { bavail, bsize } = await statfs(home);
  return diskState(bavail * bsize);
}

const worst = (states: readonly PartState[]): PartState =>
  PART_STATES.findLast((state) => states.includes(state)) ?? 'working';

/** Makes the question for the status; who asks at the same time shares an answer. */
export function createSystemStatus({
  db,
  home,
  version,
  tasks,
  now,
}: StatusParts): () => Promise<SystemStatus> {
  const since = now().toISOString();

  async function look(): Promise<SystemStatus> {
    const hasDatabase = await answersNow(db);
    /** A part that cannot be looked at is not known to work. */
    const inDatabase = async (of: (db: Db) => Promise<Found>): Promise<Found> =>
      hasDatabase
        ? of(db).catch(() => impaired('This could not be found out.'))
        : down('The database of the control plane does not answer.');
    const parts: SystemPart[] = [
      { name: 'Console and API', does: 'Serves pages and answers calls.', ...WORKING },
      {
        name: 'Database of the control plane',
        does: 'Keeps organizations, people and settings. Running workspaces go on without it.',
        ...(hasDatabase ? WORKING : down('It does not answer. Running workspaces go on serving.')),
      },
      {
        name: 'Operations',
        does: 'Creates, starts, resizes and stops workspaces.',
        ...(await inDatabase(lateOperations)),
      },
      { name: 'Background tasks', does: 'Backups, schedules, metrics, logs.', ...failingTasks(tasks()) },
      { name: 'Mail', does: 'Sends invitations, links and alerts.', ...(await inDatabase(lateMails)) },
      { name: 'Disk', does: 'Holds the data folder.', ...(await freeDisk(home)) },
    ];
    return {
      state: worst(parts.map(({ state }) => state)),
      version,
      since,
      checked_at: now().toISOString(),
      parts,
    };
  }

  let kept: { readonly answer: Promise<SystemStatus>; readonly until: number } | undefined;
  return () => {
    if (kept === undefined || kept.until <= now().getTime()) {
      const answer = look();
      kept = { answer, until: now().getTime() + KEPT };
      // The next one looks again.
      answer.catch(() => (kept = undefined));
    }
    return kept.answer;
  };
}
