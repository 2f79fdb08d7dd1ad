/**
 * One run: an operation is prepared and begun, something is killed in its midst, and everything must come to rest
 * again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { until, type Acacia } from './acacia.ts';
import type { Attempt, Case, Outcome } from './cases.ts';
import { problems, unrest } from './checks.ts';
import { processesOf } from './processes.ts';
import type { Random } from '../random.ts';
import { strike, victimOf, type Victim } from './victims.ts';
import type { World } from './world.ts';

/** Milliseconds: until interrupted operations have ended, and until leftovers have been cleared away. */
const AT_REST = 120_000;
const IN_ORDER = 30_000;

/** Probability that a restarting process is killed once more, within so many milliseconds on a quiet machine. */
const TWICE = 0.3;
const SECOND_WITHIN = 2_500;
/**
 * Probability that all remaining processes must end by themselves before Acacia is restarted, and the milliseconds for
 * it.
 */
const LEFT_ALONE = 0.5;
const GONE = 30_000;

export interface Report {
  readonly name: string;
  readonly victim: Victim;
  /** Milliseconds after the operation was begun. */
  readonly moment: number;
  /** Step of the operation at that moment. */
  readonly step: string;
  readonly outcome: Outcome;
  /** Milliseconds of its next start after which it was killed again; null: it was not. */
  readonly again: number | null;
  /** Milliseconds from the kill until Acacia ran again, and until nothing was under way any more. */
  readonly restart: number;
  readonly recovery: number;
  /** The activity that was under way for the longest time. */
  readonly longest: string;
}

/** Something that was promised does not hold. */
export class Fault extends Error {
  readonly sentences: readonly string[];
  constructor(when: string, sentences: readonly string[]) {
    super(`${when}\n${sentences.map((sentence) => `  - ${sentence}`).join('\n')}`);
    this.name = 'Fault';
    this.sentences = sentences;
  }
}

const Step = z.object({ kind: z.string(), state: z.string(), step: z.string() });
const Now = z.object({ now: z.coerce.date() });
const Count = z.object({ count: z.coerce.number() });
const Failure = z.object({ kind: z.string(), error: z.string() });

/** The present step, for the report alone. */
async function stepOf(acacia: Acacia): Promise<string> {
  const rows = await acacia.sql(
    Step,
    "select kind, state, step from operations where state in ('queued', 'running') order by created_at",
  );
  return rows
    .map(({ kind, state, step }) => (state === 'queued' ? `${kind}: queued` : `${kind}: ${step}`))
    .join('; ');
}

/**
 * Message of a workspace that we killed again and again: it is given up, and has to come up when somebody resumes it.
 */
const GIVEN_UP = /is Error: .* \d times in a row\./;

/** @returns the activity that was under way for the longest time */
async function rest(world: World): Promise<string> {
  const { acacia } = world;
  let last: readonly string[] = [];
  let longest = '';
  const settled = until('Rest', AT_REST, async () => {
    last = await unrest(acacia);
    longest = last.at(0) ?? longest;
    if (last.some((sentence) => GIVEN_UP.test(sentence))) await world.resumeFailed();
    return last.length === 0 ? true : undefined;
  });
  await settled.catch(() => {
    throw new Fault(`Something did not come to rest within ${AT_REST / 1000} s:`, last);
  });
  return longest;
}

async function orphansGone({ home }: Acacia): Promise<void> {
  const gone = until('Their end', GONE, async () => (processesOf(home).length === 0 ? true : undefined));
  await gone.catch(() => {
    const left = processesOf(home).map(({ pid, command }) => `${pid}: ${command}`);
    throw new Fault(`These go on ${GONE / 1000} s after their control plane was killed:`, left);
  });
}

async function order(world: World): Promise<void> {
  const { acacia } = world;
  let last: readonly string[] = [];
  const settled = until('Order', IN_ORDER, async () => {
    last = await problems(acacia);
    if (last.some((sentence) => GIVEN_UP.test(sentence))) await world.resumeFailed();
    return last.length === 0 ? true : undefined;
  });
  await settled.catch(() => {
    throw new Fault(`At rest, but after ${IN_ORDER / 1000} s:`, last);
  });
}

/** Calls accepted since a moment, by the audit log and the operations. */
async function outcomeOf(acacia: Acacia, attempt: Attempt, since: Date, answered: boolean): Promise<Outcome> {
  const [audit] = await acacia.sql(
    Count,
    "select count(*) from audit_entries where at >= $1 and action = $2 and outcome = 'ok'",
    [since, attempt.action],
  );
  const accepted = audit?.count ?? 0;
  if (accepted > 1) throw new Fault('The audit log:', [`${attempt.action} is there ${accepted} times.`]);
  if (answered && accepted === 0 && attempt.action !== undefined) {
    throw new Fault('The audit log:', [`${attempt.action} was answered and is not there.`]);
  }
  const failures = await acacia.sql(
    Failure,
    "select kind, error from operations where finished_at >= $1 and state = 'failed'",
    [since],
  );
  return {
    accepted: accepted > 0,
    failed: failures.length > 0,
    failures: failures.map(({ kind, error }) => `The operation ${kind} has failed: ${error}`),
  };
}

/** @param number the run's place in its series: kinds of victims come by turns */
export async function run(world: World, chosen: Case, number: number, random: Random): Promise<Report> {
  const { acacia } = world;
  const victim = victimOf(number, chosen.victims, random);
  const moment = Math.round(random.next() * chosen.typical * world.pace);
  const attempt = await chosen.prepare(world, random);
  const [clock] = await acacia.sql(Now, 'select clock_timestamp() as now');
  const since = clock?.now ?? new Date();

  if (chosen.writes) world.writer.start();
  let answered = false;
  let refusal: unknown;
  const begun = attempt.begin().then(
    () => (answered = true),
    // Cut off, or refused: the audit log knows which.
    (error: unknown) => (refusal = error),
  );
  await delay(moment);
  const step = await stepOf(acacia);
  const killedAt = performance.now();
  const struck = await strike(acacia, victim, attempt.target, random);
  const second = random.next() < TWICE ? Math.round(random.next() * SECOND_WITHIN * world.pace) : null;
  const everything = random.next() < 0.5;
  const again = acacia.pid === undefined ? second : null;
  if (random.next() < LEFT_ALONE && acacia.pid === undefined) await orphansGone(acacia);
  if (again !== null) await acacia.startInVain(again, everything);
  if (acacia.pid === undefined) await acacia.start();
  const restart = Math.round(performance.now() - killedAt);
  await begun;
  const longest = await rest(world);
  const recovery = Math.round(performance.now() - killedAt);
  await attempt.complete?.();
  await world.writer.stop();
  await order(world);

  const outcome = await outcomeOf(acacia, attempt, since, answered);
  if (!answered && !outcome.accepted && struck === 'workspace') {
    throw new Fault('Nothing that answers was killed, and the call failed:', [String(refusal)]);
  }
  if (outcome.failed && chosen.mayFail?.includes(struck) !== true) {
    throw new Fault('Something failed that should have gone on:', outcome.failures);
  }
  const broken = await attempt.verify(outcome);
  if (broken.length > 0) throw new Fault('The operation:', broken);
  await checkData(world);
  return { name: chosen.name, victim: struck, moment, step, again, outcome, restart, recovery, longest };
}

/** Checks the data of the main workspace and of its read-only one, which are brought up again where they sleep. */
async function checkData(world: World): Promise<void> {
  await world.main();
  // Whatever happened before, the database accepts writes.
  await world.writer.once();
  const { found, problems: broken } = await world.dataProblems(world.mainId, world.ledger);
  if (broken.length > 0) throw new Fault('Data:', broken);
  world.ledger.saw(found);
  const { reader } = world;
  if (reader === undefined) return;
  await world.active(reader.workspaceId);
  const shown = await world.dataProblems(reader.workspaceId, reader.content);
  if (shown.problems.length > 0) throw new Fault('Data of the snapshot:', shown.problems);
  // One snapshot does not change.
  const numbers = new Set(shown.found.keys());
  reader.content = { must: numbers, may: numbers };
}
