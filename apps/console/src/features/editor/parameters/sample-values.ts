/** Values to try a query with: ids and attributes of vertices that the graph has, else plausible ones. */
import { stringifyJson } from '@acacia/base';
import type { WireGraphSchema, WireVertex } from '@acacia/contract';
import { parseQuery } from '@acacia/language';
import { parameterTypeOf, type ParameterType } from './parameter-type.ts';
import { scalarProblem } from './parameter-value.ts';
import type { RunParameter } from './run-form.ts';

/** Elements of a list. */
const ELEMENTS = 3;

interface Samples {
  readonly schema: WireGraphSchema;
  /** Some vertices of a type. */
  readonly vertices: (type: string) => Promise<readonly WireVertex[]>;
  /** A whole number from 0 to below the given one. */
  readonly pick?: (below: number) => number;
}

interface Node {
  readonly kind?: string;
  readonly name?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
}

/** Attributes with which the query compares each of its parameters, by the parameter's name. */
function comparedAttributes(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const isNode = (tree: unknown): tree is Node => typeof tree === 'object' && tree !== null;
  const compare = (side: unknown, other: unknown): void => {
    if (!isNode(side) || !isNode(other) || side.kind !== 'name' || other.kind !== 'member') return;
    if (typeof side.name !== 'string' || typeof other.name !== 'string') return;
    found.set(side.name, [...(found.get(side.name) ?? []), other.name]);
  };
  const visit = (tree: unknown): void => {
    if (!isNode(tree)) return;
    if (tree.kind === 'binary') {
      compare(tree.left, tree.right);
      compare(tree.right, tree.left);
    }
    for (const part of Object.values(tree)) visit(part);
  };
  visit(parseQuery(text).query?.body);
  return found;
}

/** Values of numbers where the graph has none to offer, by what a parameter's name says. */
function plausibleNumber(name: string): number {
  if (/damping/i.test(name)) return 0.85;
  if (/depth|hop|dist/i.test(name)) return 2;
  return /^k$|limit|top|max|count|iter|size|num/i.test(name) ? 10 : 1;
}

const VERTEX_TYPE = /^v(ertex)?_?types?(_set)?$/i;
const EDGE_TYPE = /^e(dge)?_?types?(_set)?$/i;

/**
 * @param text of the query, whose comparisons say which attributes its parameters stand for; null: unknown
 * @returns a value for each parameter for which there is one
 */
export async function sampleValues(
  parameters: readonly RunParameter[],
  text: string | null,
  { schema, vertices, pick = (below) => Math.floor(Math.random() * below) }: Samples,
): Promise<Readonly<Record<string, unknown>>> {
  const compared = text === null ? new Map<string, readonly string[]>() : comparedAttributes(text);
  const oneOf = <T>(list: readonly T[]): T | undefined =>
    list.length === 0 ? undefined : list[pick(list.length)];

  const vertexOf = async (type: string | undefined): Promise<unknown> => {
    for (const name of type === undefined ? schema.VertexTypes.map(({ Name }) => Name) : [type]) {
      const found = oneOf(await vertices(name));
      if (found !== undefined) return { id: found.v_id, type: name };
    }
    return undefined;
  };

  /** Values of the attribute, of the first type that has it and vertices. */
  const attributeValues = async (name: string): Promise<readonly unknown[]> => {
    for (const { Name, PrimaryId, Attributes } of schema.VertexTypes) {
      const isId = PrimaryId.AttributeName === name;
      if (!isId && !Attributes.some(({ AttributeName }) => AttributeName === name)) continue;
      const sample = await vertices(Name);
      const values = sample.map(({ v_id, attributes }) => (isId ? v_id : attributes[name]));
      if (values.length > 0) return values;
    }
    return [];
  };

  const scalarOf = async (name: string, type: ParameterType & { kind: 'scalar' }): Promise<unknown> => {
    if (type.name === 'BOOL') return false;
    const fits = (value: unknown): boolean =>
      (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') &&
      String(value) !== '' &&
      scalarProblem(type.name, String(value)) === null;
    for (const attribute of [...(compared.get(name) ?? []), name]) {
      const value = oneOf((await attributeValues(attribute)).filter(fits));
      if (value !== undefined) return value;
    }
    switch (type.name) {
      case 'INT':
      case 'UINT':
        return Math.ceil(plausibleNumber(name));
      case 'FLOAT':
      case 'DOUBLE':
        return plausibleNumber(name);
      case 'DATETIME':
        return '2026-01-01 00:00:00';
      case 'STRING':
        if (VERTEX_TYPE.test(name)) return oneOf(schema.VertexTypes)?.Name;
        return EDGE_TYPE.test(name) ? oneOf(schema.EdgeTypes)?.Name : undefined;
    }
  };

  const valueOf = async (name: string, type: ParameterType): Promise<unknown> => {
    switch (type.kind) {
      case 'scalar':
        return scalarOf(name, type);
      case 'vertex':
        return vertexOf(type.vertexType);
      case 'list': {
        const values = new Map<string, unknown>();
        for (let at = 0; at < ELEMENTS; at += 1) {
          const value = await valueOf(name, type.element);
          if (value !== undefined) values.set(stringifyJson(value), value);
        }
        return [...values.values()];
      }
      case 'map': {
        const [key, value] = [await valueOf(name, type.key), await valueOf(name, type.value)];
        const written = typeof key === 'number' || typeof key === 'bigint' ? String(key) : key;
        return typeof written !== 'string' || value === undefined ? undefined : { [written]: value };
      }
    }
  };

  const entries: (readonly [string, unknown])[] = [];
  for (const { paramName, paramType } of parameters) {
    const value = await valueOf(paramName, parameterTypeOf(paramType));
    if (value !== undefined) entries.push([paramName, value]);
  }
  return Object.fromEntries(entries);
}
