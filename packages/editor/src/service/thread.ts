/** One worker of the language service: started when it is first needed, and again after it died. */
import { t } from '@acacia/texts';
import { asError } from '@acacia/base';
import type { GsqlSchema } from '../schema-facet.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import type { LanguageTask, TaskAnswers, TaskKind } from './tasks.ts';

/** The part of a `Worker` that a thread uses. */
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

export interface ThreadOptions {
  readonly start: () => WorkerLike;
  /** Does a task on the page itself, where no worker can be started. */
  readonly onPage: (task: LanguageTask, schema: GsqlSchema | undefined) => Promise<TaskAnswers[TaskKind]>;
  /** Called once when tasks begin to be done on the page, with the reason. */
  readonly onFallback: (error: Error) => void;
}

/** Milliseconds after which a worker that has not answered is ended. */
const PATIENCE_MS = 20_000;

interface Waiting {
  readonly task: LanguageTask;
  readonly schema: GsqlSchema | undefined;
  readonly resolve: (answer: TaskAnswers[TaskKind]) => void;
  readonly reject: (error: Error) => void;
  /** Workers that died over it. */
  deaths: number;
}

export type Ask = (task: LanguageTask, schema: GsqlSchema | undefined) => Promise<TaskAnswers[TaskKind]>;

/**
 * A task whose worker dies is given to the next one, once: then its promise is rejected. Where a worker cannot be
 * started at all, tasks are done on the page.
 */
export function createThread({ start, onPage, onFallback }: ThreadOptions): Ask {
  const waiting = new Map<number, Waiting>();
  let worker: WorkerLike | undefined;
  let ready = false;
  let failed = false;
  let sent: GsqlSchema | undefined;
  let last = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;

  /** The oldest task is the one that the worker is at. */
  const watch = (): void => {
    clearTimeout(patience);
    if (waiting.size > 0)
      patience = setTimeout(() => died(new Error(t`it did not answer in 20 seconds`)), PATIENCE_MS);
  };
  const died = (why: Error): void => {
    worker?.terminate();
    worker = undefined;
    const left = [...waiting.values()];
    waiting.clear();
    clearTimeout(patience);
    if (!ready) {
      failed = true;
      onFallback(why);
      for (const { task, schema, resolve, reject } of left) onPage(task, schema).then(resolve, reject);
      return;
    }
    const [current, ...others] = left;
    if (current !== undefined) {
      current.deaths += 1;
      if (current.deaths > 1) current.reject(new Error(t`The language service stopped: ${why.message}.`));
      else give(current);
    }
    for (const each of others) give(each);
  };
  const running = (): WorkerLike => {
    if (worker !== undefined) return worker;
    const made = start();
    ready = false;
    sent = undefined;
    made.onmessage = ({ data }) => {
      if (made !== worker) return;
      if ('ready' in data) {
        ready = true;
        return;
      }
      const found = waiting.get(data.id);
      waiting.delete(data.id);
      watch();
      if ('answer' in data) found?.resolve(data.answer);
      else found?.reject(new Error(t`The language service failed: ${data.fault}`));
    };
    made.onerror = (event) => {
      event.preventDefault();
      if (made === worker) died(new Error(event.message || t`its code could not be loaded`));
    };
    made.onmessageerror = () => {
      if (made === worker) died(new Error(t`its answer could not be read`));
    };
    worker = made;
    return made;
  };
  const give = (each: Waiting): void => {
    try {
      const to = running();
      if (each.schema !== sent) to.postMessage({ schema: each.schema });
      sent = each.schema;
      last += 1;
      waiting.set(last, each);
      to.postMessage({ id: last, task: each.task });
      if (waiting.size === 1) watch();
    } catch (error) {
      each.reject(asError(error));
    }
  };

  return (task, schema) =>
    failed
      ? onPage(task, schema)
      : new Promise((resolve, reject) => give({ task, schema, resolve, reject, deaths: 0 }));
}
