/** The work of the language service on one text: pure functions, for the worker and for pages without one. */
import {
  adviceOn,
  checkProgram,
  complete,
  describeAt,
  formatGsql,
  parseProgram,
  type Completions,
  type Description,
  type Diagnostic,
} from '@acacia/language';
import { NOTHING, type GsqlSchema } from '../schema-facet.ts';

export type LanguageTask =
  | { readonly kind: 'check' | 'format'; readonly text: string }
  | { readonly kind: 'complete' | 'describe'; readonly text: string; readonly offset: number };

/** What each kind of task gives. */
export interface TaskAnswers {
  check: readonly Diagnostic[];
  complete: Completions;
  describe: Description | undefined;
  format: string;
}

export type TaskKind = LanguageTask['kind'];

/** @param known the schema; undefined while it is not known, when only the syntax is checked */
export function doTask(task: LanguageTask, known: GsqlSchema | undefined): TaskAnswers[TaskKind] {
  const { schema, graphs } = known ?? NOTHING;
  switch (task.kind) {
    case 'check': {
      const { text } = task;
      const own = known === undefined ? parseProgram(text).diagnostics : checkProgram(text, schema, graphs);
      return [...own, ...adviceOn(text)];
    }
    case 'complete':
      return complete(task.text, task.offset, schema, graphs);
    case 'describe':
      return describeAt(task.text, task.offset, schema, graphs);
    case 'format':
      return formatGsql(task.text);
  }
}
