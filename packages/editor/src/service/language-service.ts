/** The language service of the page: one for all editors. */
import { t } from '@acacia/texts';
import type { GsqlSchema } from '../schema-facet.ts';
import type { LanguageTask, TaskAnswers, TaskKind } from './tasks.ts';
import { createThread, type Ask, type WorkerLike } from './thread.ts';

type TaskOf<K extends TaskKind> = LanguageTask & { readonly kind: K };

const onPage: Ask = async (task, schema) => {
  const { doTask } = await import('./tasks.ts');
  return doTask(task, schema);
};

/** Called with the reason when the service is slower than it should be; the newest editor's. */
let tell: ((error: Error) => void) | undefined;

export function onServiceFault(listener: (error: Error) => void): void {
  tell = listener;
}

function threadOf(): Ask {
  // Tests have no workers.
  if (typeof Worker === 'undefined') return onPage;
  const start = (): WorkerLike =>
    new Worker(new URL('./language-worker.ts', import.meta.url), { type: 'module' });
  const onFallback = ({ message }: Error): void =>
    tell?.(
      new Error(
        t`Completion and checks are done by the page itself, which makes typing slower: their worker could not be started (${message}).`,
      ),
    );
  return createThread({ start, onPage, onFallback });
}

/** Checks take long and may wait; a person who types waits for the other answers. */
let threads: { readonly checks: Ask; readonly answers: Ask } | undefined;

/** @throws Error when the task fails, or its worker died twice over it */
export async function ask<K extends TaskKind>(
  task: TaskOf<K>,
  schema: GsqlSchema | undefined,
): Promise<TaskAnswers[K]> {
  threads ??= { checks: threadOf(), answers: threadOf() };
  const thread = task.kind === 'check' || task.kind === 'schema' ? threads.checks : threads.answers;
  // A thread gives what its task's kind says.
  return (await thread(task, schema)) as TaskAnswers[K];
}
