/** Reads a schema's text on the thread of the language service. */
import type { GraphSchema, SchemaReading } from '@acacia/language';
import { ask } from './service/language-service.ts';

/** @param scope as `readSchemaText` takes it. @throws Error when the service fails */
export const readSchema = (text: string, scope: GraphSchema): Promise<SchemaReading> =>
  ask({ kind: 'schema', text, scope }, undefined);
