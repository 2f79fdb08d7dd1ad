/** The schema and queries of a graph as completion and checks read them. */
import type { WireQueryInfo } from '@acacia/contract';
import { schemaFromWire, WireSchemaError, type GraphSchema } from '@acacia/language';

/** @returns undefined for a schema that is not known, or that this console cannot read */
export function languageSchema(
  schema: Parameters<typeof schemaFromWire>[0] | undefined,
  queries: readonly WireQueryInfo[] | undefined,
): GraphSchema | undefined {
  if (schema === undefined) return undefined;
  try {
    return {
      ...schemaFromWire(schema),
      queries: (queries ?? []).map(({ name, parameters }) => ({
        name,
        parameters: parameters.map(({ paramName, paramType, paramDefaultValue }) => ({
          name: paramName,
          type: paramType,
          hasDefault: paramDefaultValue !== undefined,
        })),
      })),
    };
  } catch (error) {
    if (error instanceof WireSchemaError) return undefined;
    throw error;
  }
}
