import type { GraphSchema } from '@acacia/language';
import { StateEffect, StateField } from '@codemirror/state';

/** What the text is read against. */
interface GsqlSchema {
  /** The working graph's schema; name '' for the global scope. */
  readonly schema: GraphSchema;
  /** Other graphs that the text may turn to. */
  readonly graphs: readonly GraphSchema[];
}

const EMPTY: GraphSchema = { name: '', vertexTypes: [], edgeTypes: [], tuples: [], queries: [] };

export const setSchemaEffect = StateEffect.define<GsqlSchema>();

/** The schema that completion, checks and hovers use. */
export const schemaField = StateField.define<GsqlSchema>({
  create: () => ({ schema: EMPTY, graphs: [] }),
  update: (value, transaction) =>
    transaction.effects.reduce((found, effect) => (effect.is(setSchemaEffect) ? effect.value : found), value),
});
