/** The control plane's background tasks; operations and calls are elsewhere. */
import { METRIC_RESOLUTIONS } from '@acacia/contract';
import type { BaseLogger } from 'pino';
import { forgetPassing, sealAudit } from '../audit/seal.ts';
import { shipAudit } from '../audit/ship.ts';
import type { AuditCollector } from '../settings.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import type { Driver } from '../drivers/driver.ts';
import { sweepAttempts } from '../identity/attempts.ts';
import { sweepExpired } from '../identity/embedded/adapter.ts';
import { sweepEnrolments } from '../identity/factors/enrolments.ts';
import type { LastSeen } from '../identity/last-seen.ts';
import type { GrantUses } from '../policies/grant-uses.ts';
import { sweepLinks } from '../identity/links.ts';
import { sweepSessions } from '../identity/sessions.ts';
import { forgetOldLogs, type LogCollector } from '../logs/collector.ts';
import { forgetEndedMails } from '../mail/outbox.ts';
import type { Sender } from '../mail/sender.ts';
import type { Collector } from '../metrics/collector.ts';
import { OWN_STEP_MS, type OwnMetrics } from '../metrics/own.ts';
import { forgetOld, rollUp } from '../metrics/roll-up.ts';
import type { Conditions } from '../operations/conditions.ts';
import { forgetEnded, LEASE_SECONDS } from '../operations/queue.ts';
import { writeUsageDays } from '../operations/usage-days.ts';
import { meterStorage } from '../operations/storage-usage.ts';
import type { Runner } from '../operations/runner.ts';
import { evaluateRules } from '../resources/alerts/evaluate.ts';
import { closeEndedMonths } from '../resources/billing/close.ts';
import { collectPayments } from '../resources/billing/charge.ts';
import { judgeGates } from '../resources/billing/gate.ts';
import type { Accounts } from '../resources/billing/invoices.ts';
import type { Provider } from '../resources/billing/provider.ts';
import { beginDueBackups } from '../resources/backups/automatic.ts';
import type { News } from '../resources/config/news.ts';
import type { DatabaseSizes } from '../resources/databases/sizes.ts';
import { sweepSnapshots } from '../resources/databases/snapshots.ts';
import type { PeopleTeller } from '../resources/members/teller.ts';
import { keepSample } from '../resources/onboarding/keep-sample.ts';
import { keepPool, type Pool } from '../resources/onboarding/pool.ts';
import { runDue } from '../resources/schedules/runs.ts';
import { upgradeDue } from '../resources/workspaces/upgrade-window.ts';
import type { BackgroundTask } from './tasks.ts';

interface Parts {
  readonly db: Database['db'];
  readonly driver: Driver;
  readonly catalog: Catalog;
  readonly sender: Sender;
  /** Origin of the console, for links in mails. */
  readonly publicUrl: string;
  readonly log: BaseLogger;
  readonly auditCollector: AuditCollector | null;
  readonly runner: Runner;
  readonly conditions: Conditions;
  readonly logs: LogCollector;
  readonly sizes: DatabaseSizes;
  readonly accounts: Accounts;
  /** Null: the installation charges nothing. */
  readonly payment: Provider | null;
  readonly people: PeopleTeller;
  readonly readings: Collector;
  readonly own: OwnMetrics;
  readonly lastSeen: LastSeen;
  readonly grantUses: GrantUses;
  readonly pool: Pick<Pool, 'size' | 'data' | 'places'>;
  /** Whether the sample for newcomers is made ahead of time. */
  readonly sampleAhead: boolean;
  /** News of the operator; null where there is no feed of it. */
  readonly news: News | null;
  /** Sends mails now, since one may have been added to the outbox. */
  readonly kickMails: () => void;
  /** Called with a workspace for which an operation was enqueued. */
  readonly begun: (workspaceId: string) => void;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const METRICS_STEP = METRIC_RESOLUTIONS[0] * SECOND;

/** Makes the table of tasks from the parts of a control plane. */
export function backgroundTable(parts: Parts) {
  const { db, driver, catalog, sender, publicUrl, log, runner, begun } = parts;
  const now = () => new Date();
  return {
    operations: {
      does: 'Takes operations from the queue that another control plane put in or left behind.',
      every: SECOND,
      alsoWhen: 'a change is committed',
      run: async () => runner.kick(),
    },
    leases: {
      does: 'Renews the leases of the operations that run here.',
      every: (LEASE_SECONDS * SECOND) / 3,
      run: () => runner.renewLeases(),
    },
    access: {
      does: 'Tells running workspaces who has access, where that changed without an announcement.',
      every: 5 * SECOND,
      run: () => parts.people.look(),
    },
    conditions: {
      does: 'Stores the conditions of workspaces that could not be stored when they changed.',
      every: SECOND,
      run: () => parts.conditions.lookAgain(),
    },
    schedules: {
      does: 'Pauses and resizes workspaces by their schedules.',
      every: 5 * SECOND,
      atStart: true,
      run: () => runDue({ db, catalog, log, changed: begun }, now()),
    },
    upgrades: {
      does: 'Begins the upgrades of workspaces whose window is open.',
      // Several runs fall into each window.
      every: 10 * MINUTE,
      atStart: true,
      run: () => upgradeDue({ db, catalog, log, changed: begun }, now()),
    },
    backups: {
      does: 'Begins the automatic backups that are due.',
      every: 15 * SECOND,
      run: async () => {
        if ((await beginDueBackups(db, catalog, now())) > 0) runner.kick();
      },
    },
    metrics: {
      does: 'Reads the metrics of running workspaces and judges the alert rules by them.',
      // At each multiple of the step, so that all control planes read at the same time.
      every: () => METRICS_STEP - (Date.now() % METRICS_STEP),
      run: async () => {
        await parts.readings.round();
        await evaluateRules(db, now(), publicUrl, log);
        parts.kickMails();
      },
    },
    'own-metrics': {
      does: "Takes the control plane's own figures, for its operators.",
      every: OWN_STEP_MS,
      atStart: true,
      run: () => parts.own.sample(),
    },
    'roll-up': {
      does: 'Adds metrics up into coarser steps.',
      every: MINUTE,
      run: () => rollUp(db, now()),
    },
    mails: {
      does: 'Begins to send the mails in the outbox.',
      every: 5 * SECOND,
      alsoWhen: 'an alert, a link or an invitation is written',
      run: () => sender.look(),
    },
    logs: {
      does: 'Collects the logs of workspaces whose workgroup asks for it.',
      every: SECOND,
      run: () => parts.logs.collect(),
    },
    'database-sizes': {
      does: 'Reads the sizes of databases that may have changed.',
      every: 15 * SECOND,
      alsoWhen: 'an operation on a workspace ends',
      atStart: true,
      run: () => parts.sizes.read(),
    },
    billing: {
      does: 'Counts what databases store, closes the months that have ended, and adds up usage by day.',
      every: HOUR,
      atStart: true,
      run: async (stopping) => {
        await meterStorage(db);
        await closeEndedMonths({ db, accounts: parts.accounts, log }, now(), stopping);
        await writeUsageDays(db, now(), stopping);
      },
    },
    payments: {
      does: 'Charges closed months and learns of payments, where the installation charges.',
      every: HOUR,
      alsoWhen: 'a card is added or chosen',
      atStart: true,
      run: async (stopping) => {
        if (parts.payment !== null) await collectPayments({ db, provider: parts.payment, log }, stopping);
      },
    },
    'credit-gate': {
      does: 'Judges which organisations have used up their credits, and pauses their workspaces after the grace.',
      every: 10 * MINUTE,
      atStart: true,
      run: async (stopping) => {
        const { accounts } = parts;
        await judgeGates({ db, accounts, publicUrl, log, begun }, now(), stopping);
        parts.kickMails();
      },
    },
    'forget-metrics': {
      does: 'Deletes metrics beyond their retention.',
      every: 10 * MINUTE,
      run: async () => {
        // Metrics that are not rolled up yet must not be deleted: rollUp throws when it cannot roll them up.
        await rollUp(db, now());
        await forgetOld(db, now());
      },
    },
    'forget-mails': {
      does: 'Deletes mails that were sent or given up.',
      every: 10 * MINUTE,
      run: () => forgetEndedMails(db),
    },
    'forget-logs': {
      does: 'Deletes log lines beyond their retention.',
      every: HOUR,
      atStart: true,
      run: () => forgetOldLogs(db, now()),
    },
    'forget-operations': {
      does: 'Deletes ended operations beyond their retention.',
      every: HOUR,
      atStart: true,
      run: () => forgetEnded(db),
    },
    'sweep-snapshots': {
      does: 'Deletes snapshots that no workspace shows any more.',
      every: HOUR,
      atStart: true,
      run: () => sweepSnapshots(db, driver),
    },
    'forget-sign-in-failures': {
      does: 'Deletes old failed sign-ins from the audit log.',
      every: HOUR,
      atStart: true,
      run: () => forgetPassing(db, now()),
    },
    'seal-audit': {
      does: 'Seals new rows of the audit log in its hash chain.',
      every: MINUTE,
      atStart: true,
      run: (stopping) => sealAudit(db, stopping),
    },
    'ship-audit': {
      does: "Sends sealed rows of the audit log to the operator's collector, where there is one.",
      every: MINUTE,
      run: (stopping) => shipAudit({ db, collector: parts.auditCollector, log }, stopping),
    },
    pool: {
      does: 'Keeps workspaces ready for organisations that have none yet.',
      every: 10 * SECOND,
      alsoWhen: 'one is acquired',
      atStart: true,
      run: () => keepPool({ db, catalog, ...parts.pool, begun: () => runner.kick() }),
    },
    sample: {
      does: 'Has the sample for newcomers made ahead of time.',
      every: 10 * SECOND,
      atStart: true,
      run: async () => {
        if (parts.sampleAhead) await keepSample({ db, catalog, begun: () => runner.kick() });
      },
    },
    news: {
      does: "Fetches the operator's feed of news, where there is one.",
      every: HOUR,
      atStart: true,
      run: async (stopping) => parts.news?.refresh(stopping),
    },
    'last-seen': {
      does: 'Writes when sessions were used last.',
      every: MINUTE,
      run: () => parts.lastSeen.write(),
    },
    'grant-uses': {
      does: 'Writes when roles were used last.',
      every: MINUTE,
      run: () => parts.grantUses.write(),
    },
    'sweep-sign-ins': {
      does: 'Deletes expired sign-ins, sessions, links, enrolments and counts of attempts.',
      // Often, because strangers can fill these tables.
      every: MINUTE,
      atStart: true,
      run: async () => {
        await Promise.all([
          sweepExpired(db),
          sweepAttempts(db),
          sweepLinks(db),
          sweepEnrolments(db),
          sweepSessions(db),
        ]);
      },
    },
  } satisfies Record<string, BackgroundTask>;
}
