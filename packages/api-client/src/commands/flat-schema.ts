/** Inputs of a call as one JSON Schema. The console has no conversion to it, and does not import this file. */
import type { Route } from '@acacia/contract';
import { z } from 'zod';
import { fieldsOf } from './fields.ts';

interface Schema extends Readonly<Record<string, unknown>> {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

function partOf(schema: z.ZodType): Schema {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const named = root.$defs?.[root.$ref?.replace('#/$defs/', '') ?? ''];
  return { ...named, ...root };
}

/** An object with all fields of a call beside each other, as tools take them; named schemas below `$defs`. */
export function flatSchema(route: Route): Readonly<Record<string, unknown>> {
  const parts = [route.params, route.query, route.body].filter((schema) => schema !== undefined).map(partOf);
  const fields = fieldsOf(route);
  const version = fields.find(({ place }) => place === 'version');
  return {
    type: 'object',
    properties: Object.assign(
      {},
      ...parts.map(({ properties }) => properties),
      version === undefined ? {} : { version: { type: 'integer', description: version.about } },
    ) as object,
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    additionalProperties: false,
    $defs: Object.assign({}, ...parts.map(({ $defs }) => $defs)) as object,
  };
}
