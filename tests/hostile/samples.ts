/** Bodies of a call, generated from its schema, and the same with one text in place of one value. */

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** The parts of JSON Schema that the contract's schemas convert to. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly format?: string;
  readonly minimum?: number;
  readonly default?: Json;
}

const TEXTS: Readonly<Record<string, string>> = {
  email: 'someone@example.org',
  uri: 'http://example.org/',
  'date-time': '2030-01-01T00:00:00Z',
  date: '2030-01-01',
  time: '10:00:00',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/** Deep enough for every schema of the contract; those that hold themselves end there. */
const DEEPEST = 6;

/**
 * A value that the schema probably accepts: all required fields, and of the others one by name.
 * @param resolve returns the schema that a `$ref` names
 */
export function sampleOf(schema: Schema, resolve: (ref: string) => Schema, wanted = '', depth = 0): Json {
  if (schema.$ref !== undefined) return sampleOf(resolve(schema.$ref), resolve, wanted, depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const [variant] = schema.anyOf ?? schema.oneOf ?? [];
  if (variant !== undefined) return sampleOf(variant, resolve, wanted, depth);
  if (schema.allOf !== undefined) {
    const parts = schema.allOf.map((part) => sampleOf(part, resolve, wanted, depth));
    return Object.assign({}, ...parts) as Json;
  }
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'object': {
      const names = Object.keys(schema.properties ?? {}).filter(
        (name) => depth < DEEPEST && (schema.required?.includes(name) === true || name === wanted),
      );
      const fields = names.map((name) => [
        name,
        sampleOf(schema.properties?.[name] ?? {}, resolve, '', depth + 1),
      ]);
      return Object.fromEntries(fields) as Json;
    }
    case 'array':
      return depth < DEEPEST && schema.items !== undefined
        ? [sampleOf(schema.items, resolve, '', depth + 1)]
        : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return TEXTS[schema.format ?? ''] ?? 'sample';
  }
}

/** Names of the fields of an object schema; none of other schemas. */
export function fieldsOf(schema: Schema, resolve: (ref: string) => Schema): string[] {
  if (schema.$ref !== undefined) return fieldsOf(resolve(schema.$ref), resolve);
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...Object.keys(schema.properties ?? {}),
    ...inside.flatMap((variant) => fieldsOf(variant, resolve)),
  ];
}

/** Copies of a value in each of which one leaf, or the name of one field, is the text. */
export function* withText(value: Json, text: string): Generator<Json> {
  if (value === null || typeof value !== 'object') {
    yield text;
    return;
  }
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      for (const other of withText(item, text)) yield value.with(at, other);
    yield text;
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    for (const other of withText(item, text)) yield { ...value, [name]: other };
  }
  // Adds the text as a key, whatever it is.
  yield Object.fromEntries([...Object.entries(value), [text, 1]]);
}

export type { Json };
