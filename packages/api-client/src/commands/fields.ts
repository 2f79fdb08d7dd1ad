/** Inputs of a call as options of a command line, derived from the call's schemas. */
import type { Route } from '@acacia/contract';
import { z } from 'zod';

/** `list`: an option that is repeated; `json`: anything that only JSON can write. */
type FieldKind = 'text' | 'number' | 'boolean' | 'list' | 'json';

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

const kebab = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

/** Ids that are given by name as well are options without the ending. */
const flagOf = (name: string): string => kebab(name).replace(/^(workgroup|workspace)-id$/, '$1');

/** The schema within wrappers, and what these say. */
interface Unwrapped {
  readonly schema: z.core.$ZodType;
  readonly isNullable: boolean;
  /** Undefined: there is none. */
  readonly usual: unknown;
}

function unwrapped(schema: z.core.$ZodType, found: Omit<Unwrapped, 'schema'>): Unwrapped {
  if (schema instanceof z.ZodOptional) return unwrapped(schema.unwrap(), found);
  if (schema instanceof z.ZodNullable) return unwrapped(schema.unwrap(), { ...found, isNullable: true });
  if (schema instanceof z.ZodDefault) {
    return unwrapped(schema.unwrap(), { ...found, usual: schema.def.defaultValue });
  }
  // A transformation: callers send what goes in.
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in, found);
  return { schema, ...found };
}

const inner = (schema: z.core.$ZodType): z.core.$ZodType =>
  unwrapped(schema, { isNullable: false, usual: undefined }).schema;

const isText = (schema: z.core.$ZodType): boolean => kindOf(inner(schema)) === 'text';

function kindOf(schema: z.core.$ZodType): FieldKind {
  if (schema instanceof z.ZodArray) return isText(schema.element) ? 'list' : 'json';
  if (schema instanceof z.ZodTuple) return schema.def.items.every(isText) ? 'list' : 'json';
  if (schema instanceof z.ZodLiteral) {
    return [...schema.values].every((value) => typeof value === 'string') ? 'text' : 'json';
  }
  switch (schema._zod.def.type) {
    case 'string':
    case 'enum':
      return 'text';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'json';
  }
}

function choicesOf(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  return schema instanceof z.ZodLiteral ? [...schema.values].map(String) : [];
}

function fieldOf(place: Field['place'], name: string, given: z.ZodType): Field {
  const { schema, isNullable, usual } = unwrapped(given, { isNullable: false, usual: undefined });
  const kind = kindOf(schema);
  const choices = kind === 'text' ? choicesOf(schema) : [];
  const parts = [
    given.description ?? z.globalRegistry.get(schema)?.description,
    choices.length > 0 ? `One of: ${choices.join(', ')}.` : undefined,
    usual === undefined ? undefined : `Default: ${JSON.stringify(usual)}.`,
  ];
  return {
    name,
    place,
    flag: flagOf(name),
    kind,
    isNullable,
    isRequired: !given.safeParse(undefined).success,
    choices,
    about: parts.filter((part) => part !== undefined).join(' '),
  };
}

function fieldsIn(place: Field['place'], schema: z.ZodType | undefined): Field[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  return Object.entries(shape).map(([name, field]) => fieldOf(place, name, field));
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
