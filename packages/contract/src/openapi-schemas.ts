/** Parts of OpenAPI 3.1 documents that are written from zod schemas. Not part of the index: browsers do not need it. */
import { z } from 'zod';

export type OpenApiPart = Record<string, unknown>;

export const REFERENCE = '#/components/schemas/';

/** A zod schema as JSON Schema; named schemas inside it are moved to the document's components. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: OpenApiPart): OpenApiPart {
  const converted = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as OpenApiPart;
  const text = JSON.stringify(converted).replaceAll('"#/$defs/', `"${REFERENCE}`);
  const {
    $schema: _dialect,
    $defs,
    id,
    ...rest
  } = JSON.parse(text) as OpenApiPart & {
    $defs?: OpenApiPart;
    id?: string;
  };
  for (const [name, definition] of Object.entries($defs ?? {})) {
    const { id: _id, ...body } = definition as OpenApiPart;
    components[name] = body;
  }
  if (typeof id !== 'string') return rest;
  components[id] = rest;
  return { $ref: `${REFERENCE}${id}` };
}

/** The fields of a schema as parameters of a path or an address. */
export function parametersOf(
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
  components: OpenApiPart,
): OpenApiPart[] {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input', components),
  }));
}

/** Named schemas in the order of their names. */
export const sortedSchemas = (components: OpenApiPart): OpenApiPart =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => a.localeCompare(b)));
