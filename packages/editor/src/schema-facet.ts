import type { GraphSchema } from '@acacia/language';
import { StateEffect, StateField } from '@codemirror/state';

/** The schema against which the text is checked. */
export interface GsqlSchema {
  /** The working graph's schema; name '' for the global scope. */
  readonly schema: GraphSchema;
  /** Other graphs that the text may turn to. */
  readonly graphs: readonly GraphSchema[];
}

/** An empty schema, to complete and explain with while none is known. */
export const NOTHING: GsqlSchema = {
  schema: { name: '', vertexTypes: [], edgeTypes: [], tuples: [], queries: [] },
  graphs: [],
};

export const setSchemaEffect = StateEffect.define<GsqlSchema>();

/** The schema, once it is known: until then only the syntax can be checked. */
export const schemaField = StateField.define<GsqlSchema | undefined>({
  create: () => undefined,
  update: (value, transaction) =>
    transaction.effects.reduce((found, effect) => (effect.is(setSchemaEffect) ? effect.value : found), value),
});
