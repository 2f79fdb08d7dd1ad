/** What goes on beside the calls: metrics are collected, alert rules judged, mails sent, old rows forgotten. */
import { METRIC_RESOLUTIONS } from '@acacia/contract';
import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Driver } from '../drivers/driver.ts';
import { forgetEndedMails } from '../mail/outbox.ts';
import { createSender } from '../mail/sender.ts';
import type { MailTransport } from '../mail/transport.ts';
import { evaluateRules } from '../resources/alerts/evaluate.ts';
import { createCollector, type Latest } from './collector.ts';
import { createLoop } from '../timing/loop.ts';
import { forgetOld, rollUp } from './roll-up.ts';

interface MonitoringOptions {
  readonly db: Database['db'];
  readonly driver: Driver;
  readonly transport: MailTransport;
  /** Origin of the console, for links in mails. */
  readonly publicUrl: string;
  readonly log: BaseLogger;
}

export interface Monitoring {
  /** The newest reading of each workspace that runs. */
  latest(): ReadonlyMap<string, Latest>;
  /** A mail may have been put into the outbox. */
  kickMails(): void;
  start(): void;
  /** Resolves when nothing of it uses the database any more. */
  stop(): Promise<void>;
}

const SECOND = 1000;
const STEP = METRIC_RESOLUTIONS[0] * SECOND;
const MAILS_EVERY = 5 * SECOND;
const ROLL_UP_EVERY = 60 * SECOND;
const FORGET_EVERY = 600 * SECOND;

export function createMonitoring(options: MonitoringOptions): Monitoring {
  const { db, driver, transport, publicUrl, log } = options;
  const now = () => Date.now();
  const stopping = new AbortController();
  const collector = createCollector({ db, driver, log, now });
  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what);

  const mails = createLoop({
    pause: () => MAILS_EVERY,
    step: createSender({ db, transport, log, now, stopping: stopping.signal }),
    onError: failed('mails could not be sent'),
  });
  const collecting = createLoop({
    // At the end of each step of the clock, so that all control planes read at one time.
    pause: () => STEP - (now() % STEP),
    step: async () => {
      await collector.round();
      await evaluateRules(db, new Date(now()), publicUrl, log);
      mails.kick();
    },
    onError: failed('metrics could not be collected'),
  });
  const rolling = createLoop({
    pause: () => ROLL_UP_EVERY,
    step: () => rollUp(db, new Date(now())),
    onError: failed('metrics could not be rolled up'),
  });
  const forgetting = createLoop({
    pause: () => FORGET_EVERY,
    step: async () => {
      // What is not rolled up yet is not forgotten: this throws when it cannot be.
      await rollUp(db, new Date(now()));
      await forgetOld(db, new Date(now()));
      await forgetEndedMails(db);
    },
    onError: failed('old metrics and mails stay in the database'),
  });
  const loops = [collecting, rolling, forgetting, mails];

  return {
    latest: () => collector.latest(),
    kickMails: () => mails.kick(),
    start() {
      for (const loop of loops) loop.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
