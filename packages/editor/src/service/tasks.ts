/** The work of the language service on one text: pure functions, for the worker and for pages without one. */
import {
  adviceOn,
  checkParsed,
  complete,
  describeAt,
  formatGsql,
  parseProgram,
  readSchemaText,
  type Completions,
  type Description,
  type Diagnostic,
  type GraphSchema,
  type SchemaReading,
} from '@acacia/language';
import { NOTHING, type GsqlSchema } from '../schema-facet.ts';

export type LanguageTask =
  | { readonly kind: 'check' | 'format'; readonly text: string }
  | { readonly kind: 'complete' | 'describe'; readonly text: string; readonly offset: number }
  /** Reads the types that a text makes; `scope` is what there is without it. */
  | { readonly kind: 'schema'; readonly text: string; readonly scope: GraphSchema };

/** The answer of each kind of task. */
export interface TaskAnswers {
  check: readonly Diagnostic[];
  complete: Completions;
  describe: Description | undefined;
  format: string;
  schema: SchemaReading;
}

export type TaskKind = LanguageTask['kind'];

/** @param known the schema; undefined while it is not known, when only the syntax is checked */
export function doTask(task: LanguageTask, known: GsqlSchema | undefined): TaskAnswers[TaskKind] {
  const { schema, graphs } = known ?? NOTHING;
  switch (task.kind) {
    case 'check': {
      const { text } = task;
      const parsed = parseProgram(text);
      const own = known === undefined ? parsed.diagnostics : checkParsed(parsed, schema, graphs);
      return [...own, ...adviceOn(text, parsed)];
    }
    case 'complete':
      return complete(task.text, task.offset, schema, graphs);
    case 'describe':
      return describeAt(task.text, task.offset, schema, graphs);
    case 'format':
      return formatGsql(task.text);
    case 'schema':
      return readSchemaText(task.text, task.scope);
  }
}
