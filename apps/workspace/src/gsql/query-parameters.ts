/**
 * Query parameters in requests. In an address: `p=v`; a repeated `p=1&p=5` for SET, BAG and LIST; `v=id&v.type=T` for a
 * vertex of any type; `vp[0]=id&vp[0].type=T` for sets of those. In a body: JSON, with `{"id": …, "type": …}` for
 * vertices and `{"keylist": […], "valuelist": […]}` for maps. The engine converts texts to the parameter's type.
 */
import { problem } from '../errors/problem.ts';

/** A parameter's declaration: its type as written in GSQL. */
export interface DeclaredParameter {
  readonly name: string;
  readonly type: string;
}

/** Parameters of the call that are none of the query's. */
const NOT_THE_QUERYS: ReadonlySet<string> = new Set([
  'graph',
  'read_committed',
  '__GQUERY__USING_ALL_ACTIVE_MODE',
]);

const COLLECTION = /^(?:SET|BAG|LIST)\s*</i;
const MAP = /^MAP\s*</i;
const VERTEX = /^VERTEX\s*(?:<\s*(\w+)\s*>)?$/i;

const elementOf = (type: string): string => type.replace(COLLECTION, '').replace(/>\s*$/, '').trim();

interface Given {
  /** Values of `name`, `name[0]`, `name[1]`… in this order. */
  readonly values: string[];
  /** `name.type` or `name[i].type`, by index. */
  readonly types: (string | undefined)[];
}

const KEY = /^([A-Za-z_]\w*)(?:\[(\d+)\])?(\.type)?$/;

/** Holes before an index are gone through one by one. */
const LAST_INDEX = 100_000;

function collect(search: URLSearchParams): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>();
  for (const [key, value] of search) {
    const [, name = key, index, isType] = KEY.exec(key) ?? [];
    if (Number(index ?? 0) > LAST_INDEX) {
      throw problem('parameterIndex', { name: key, most: LAST_INDEX });
    }
    const entry = given.get(name) ?? { values: [], types: [] };
    given.set(name, entry);
    if (isType !== undefined) entry.types[Number(index ?? entry.types.length)] = value;
    else if (index === undefined) entry.values.push(value);
    else entry.values[Number(index)] = value;
  }
  return given;
}

/** A vertex of a declared type needs only its id: another type beside it is ignored, as in RESTPP. */
function element(type: string, value: string, vertexType: string | undefined, name: string): unknown {
  // Python writes True and False.
  if (/^BOOL$/i.test(type)) return value.toLowerCase();
  const vertex = VERTEX.exec(type);
  if (vertex === null) return value;
  const named = vertex[1] ?? vertexType;
  if (named === undefined) {
    throw problem('parameterType', { name });
  }
  return { id: value, type: named };
}

/** Parameters of a request. Those that the query does not have are left out, as RESTPP does, and named. */
export interface GivenParameters {
  readonly values: Readonly<Record<string, unknown>>;
  readonly leftOut: readonly string[];
}

export const NO_PARAMETERS: GivenParameters = { values: {}, leftOut: [] };

/** Merges two sets of parameters; the second takes precedence. */
export const joined = (first: GivenParameters, second: GivenParameters): GivenParameters => ({
  values: { ...first.values, ...second.values },
  leftOut: [...first.leftOut, ...second.leftOut],
});

/** Names the parameters that were left out, for the answer; empty when there are none. */
export function leftOutMessage(leftOut: readonly string[], declared: readonly DeclaredParameter[]): string {
  if (leftOut.length === 0) return '';
  const names = declared.map((parameter) => parameter.name).join(', ') || 'none';
  return `Parameters that the query does not have were left out: ${leftOut.join(', ')}. Its parameters are: ${names}.`;
}

/** @throws Problem 400 for a parameter that is not of its type */
export function parametersOfAddress(
  search: URLSearchParams,
  declared: readonly DeclaredParameter[],
): GivenParameters {
  const leftOut: string[] = [];
  const result = new Map<string, unknown>();
  for (const [name, { values, types }] of collect(search)) {
    const type = declared.find((parameter) => parameter.name === name)?.type;
    if (type === undefined) {
      if (!NOT_THE_QUERYS.has(name)) leftOut.push(name);
      continue;
    }
    // A vertex may also come with a type and its own index: `v[0]=…` leaves gaps.
    const present = values.flatMap((value, index) => [{ value, vertexType: types[index] ?? types[0] }]);
    if (COLLECTION.test(type)) {
      const inner = elementOf(type);
      result.set(
        name,
        present.map(({ value, vertexType }) => element(inner, value, vertexType, name)),
      );
      continue;
    }
    const [only, second] = present;
    if (only === undefined) continue;
    if (second !== undefined) {
      throw problem('parameterTwice', { name, type });
    }
    const value = MAP.test(type)
      ? mapText(only.value, name)
      : element(type, only.value, only.vertexType, name);
    result.set(name, value);
  }
  return { values: Object.fromEntries(result), leftOut };
}

/** A map in an address is JSON text: there is no other notation. */
function mapText(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw problem('parameterNotObject', { name });
  }
}

/**
 * @param bareIds whether a vertex of a declared type may be given as its id (POST /queries/{query})
 * @throws Problem 400 for a vertex without `{"id": …}`, in words by which pyTigerGraph knows to repeat the call by GET
 */
export function parametersOfBody(
  body: Readonly<Record<string, unknown>>,
  declared: readonly DeclaredParameter[],
  { bareIds }: { readonly bareIds: boolean },
): GivenParameters {
  const leftOut: string[] = [];
  const checkVertex = (name: string, type: string, value: unknown): void => {
    const whole = typeof value === 'object' && value !== null && 'id' in value;
    if (bareIds || whole || !VERTEX.test(type) || Object.hasOwn(body, `${name}.type`)) return;
    throw problem('parameterWithoutId', { name });
  };
  const vertex = (value: unknown, type: string): unknown => {
    const vertexType = VERTEX.exec(type)?.[1];
    if (vertexType === undefined) return value;
    if (typeof value === 'object' && value !== null && 'id' in value) return { type: vertexType, ...value };
    return { id: value, type: vertexType };
  };
  const result = new Map<string, unknown>();
  for (const [name, value] of Object.entries(body)) {
    const type = declared.find((parameter) => parameter.name === name)?.type;
    if (type === undefined) {
      // `"v": id, "v.type": T` and `"vp[0]": id`, as in an address (POST /queries/{q}); the engine joins them.
      const base = KEY.exec(name)?.[1];
      if (declared.some((parameter) => parameter.name === base)) {
        result.set(name, value);
        continue;
      }
      if (!NOT_THE_QUERYS.has(name)) leftOut.push(name);
      continue;
    }
    checkVertex(name, type, value);
    if (MAP.test(type)) result.set(name, value);
    else if (!COLLECTION.test(type)) result.set(name, vertex(value, type));
    else if (Array.isArray(value)) {
      result.set(
        name,
        value.map((item) => vertex(item, elementOf(type))),
      );
    } else result.set(name, value);
  }
  return { values: Object.fromEntries(result), leftOut };
}
