/** Messages between a page and the worker of its language service. */
import type { GsqlSchema } from '../schema-facet.ts';
import type { LanguageTask, TaskAnswers, TaskKind } from './tasks.ts';

export type ToWorker =
  /** Holds for all tasks after it. */
  { readonly schema: GsqlSchema | undefined } | { readonly id: number; readonly task: LanguageTask };

export type FromWorker =
  /** Its code is loaded. */
  | { readonly ready: true }
  | { readonly id: number; readonly answer: TaskAnswers[TaskKind] }
  /** The task failed, which is a fault of ours; the worker goes on. */
  | { readonly id: number; readonly fault: string };
