/** Looks again and again for what the calendar asks for: schedules that are due, upgrade windows that are open. */
import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';
import { createLoop } from '../timing/loop.ts';
import type { Catalog } from '../resources/catalog/catalog.ts';
import { runDue } from '../resources/schedules/runs.ts';
import { upgradeDue } from '../resources/workspaces/upgrade-window.ts';

interface CalendarOptions {
  readonly db: Database['db'];
  readonly catalog: Catalog;
  readonly log: BaseLogger;
  /** Told of a workspace that something was begun on. */
  readonly changed: (workspaceId: string) => void;
}

interface Calendar {
  start(): void;
  stop(): Promise<void>;
}

/** Milliseconds; several looks fall into each upgrade window. */
const LOOKS = [
  { every: 5000, look: runDue },
  { every: 600_000, look: upgradeDue },
];

export function createCalendar(options: CalendarOptions): Calendar {
  const loops = LOOKS.map(({ every, look }) =>
    createLoop({
      pause: () => every,
      step: () => look(options, new Date()),
      onError: (error) => options.log.error({ err: error }, 'what the calendar asks for was not done'),
    }),
  );
  return {
    start() {
      for (const loop of loops) {
        loop.start();
        loop.kick();
      }
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
