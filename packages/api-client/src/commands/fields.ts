/** Inputs of a call as options of a command line, derived from the call's schemas. */
import type { Route } from '@acacia/contract';
import { z } from 'zod';

/** `list`: an option that is repeated; `json`: anything that only JSON can write. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'json';

export interface Field {
  readonly name: string;
  readonly place: 'params' | 'query' | 'body' | 'version';
  /** Option without its dashes. */
  readonly flag: string;
  readonly kind: FieldKind;
  readonly isNullable: boolean;
  readonly isRequired: boolean;
  readonly choices: readonly string[];
  readonly about: string;
}

type Json = Readonly<Record<string, unknown>>;
interface Schema extends Json {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** JSON Schema of what a caller sends, named schemas below `$defs`. */
const inputSchema = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** Ids that are given by name as well are options without the ending. */
const flagOf = (name: string): string => kebab(name).replace(/^(workgroup|workspace)-id$/, '$1');

function followed(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.replace('#/$defs/', '');
  const target = name === undefined ? undefined : root.$defs?.[name];
  return target === undefined ? schema : { ...target, ...schema };
}

const KINDS: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

function kindOf(schema: Schema, root: Schema): FieldKind {
  if (schema.type === 'array') {
    const items = (schema.prefixItems ?? [schema.items ?? {}]).map((item) => followed(item, root));
    return items.every(({ type }) => type === 'string') ? 'list' : 'json';
  }
  return KINDS[schema.type ?? ''] ?? 'json';
}

const choicesOf = (schema: Schema): readonly string[] =>
  (schema.enum ?? (schema.const === undefined ? [] : [schema.const])).map(String);

function aboutOf(schema: Schema, choices: readonly string[]): string {
  const parts = [
    schema.description,
    choices.length > 0 ? `One of: ${choices.join(', ')}.` : undefined,
    schema.default === undefined ? undefined : `Default: ${JSON.stringify(schema.default)}.`,
  ];
  return parts.filter((part) => part !== undefined).join(' ');
}

function fieldsIn(place: 'params' | 'query' | 'body', schema: z.ZodType | undefined): Field[] {
  if (schema === undefined) return [];
  const root = inputSchema(schema);
  const { properties = {}, required = [] } = followed(root, root);
  return Object.entries(properties).map(([name, property]) => {
    const options = (property.anyOf ?? [property]).map((option) => followed(option, root));
    const values = options.filter(({ type }) => type !== 'null');
    const [only = {}] = values;
    const kind = values.length === 1 ? kindOf(only, root) : 'json';
    const choices = kind === 'text' ? choicesOf(only) : [];
    return {
      name,
      place,
      flag: flagOf(name),
      kind,
      isNullable: values.length < options.length,
      isRequired: required.includes(name),
      choices,
      about: aboutOf({ ...only, ...property }, choices),
    };
  });
}

const VERSION: Field = {
  name: 'version',
  place: 'version',
  flag: 'at-version',
  kind: 'number',
  isNullable: false,
  isRequired: true,
  choices: [],
  about: 'Version that the change is made to; another one that stands is not overwritten.',
};

export const fieldsOf = ({ params, query, body, ifMatch }: Route): readonly Field[] => [
  ...fieldsIn('params', params),
  ...fieldsIn('query', query),
  ...fieldsIn('body', body),
  ...(ifMatch === true ? [VERSION] : []),
];

/**
 * JSON Schema of an object with all fields of a call beside each other, as tools take them; named schemas below `$defs`.
 */
export function flatSchema(route: Route): Readonly<Record<string, unknown>> {
  const parts = [route.params, route.query, route.body]
    .filter((schema) => schema !== undefined)
    .map((schema) => {
      const root = inputSchema(schema);
      return { ...followed(root, root), $defs: root.$defs ?? {} };
    });
  const version = { type: 'integer', description: VERSION.about };
  return {
    type: 'object',
    properties: Object.assign(
      {},
      ...parts.map(({ properties }) => properties),
      route.ifMatch === true ? { version } : {},
    ) as object,
    required: fieldsOf(route)
      .filter(({ isRequired }) => isRequired)
      .map(({ name }) => name),
    additionalProperties: false,
    $defs: Object.assign({}, ...parts.map(({ $defs }) => $defs)) as object,
  };
}
