/**
 * Query parameters as requests carry them. In an address: `p=v`; a repeated `p=1&p=5` for SET, BAG and
 * LIST; `v=id&v.type=T` for a vertex of any type; `vp[0]=id&vp[0].type=T` for sets of those. In a body:
 * JSON, with `{"id": …, "type": …}` for vertices and `{"keylist": […], "valuelist": […]}` for maps. Texts
 * become values of the parameter's type in the engine.
 */
import { Problem } from '../http/problem.ts';

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
      throw new Problem(400, 'REST-30000', `The parameter ${key} has an index above ${LAST_INDEX}.`);
    }
    const entry = given.get(name) ?? { values: [], types: [] };
    given.set(name, entry);
    if (isType !== undefined) entry.types[Number(index ?? entry.types.length)] = value;
    else if (index === undefined) entry.values.push(value);
    else entry.values[Number(index)] = value;
  }
  return given;
}

/** Vertices of a declared type need no more than the id. */
function element(type: string, value: string, vertexType: string | undefined, name: string): unknown {
  // Python writes True and False.
  if (/^BOOL$/i.test(type)) return value.toLowerCase();
  const vertex = VERTEX.exec(type);
  if (vertex === null) return value;
  const named = vertexType ?? vertex[1];
  if (named === undefined) {
    throw new Problem(
      400,
      'REST-30000',
      `The vertex type of parameter ${name} is missing: give ${name}.type.`,
    );
  }
  return { id: value, type: named };
}

function unknownParameter(name: string, declared: readonly DeclaredParameter[]): Problem {
  const names = declared.map((parameter) => parameter.name).join(', ') || 'none';
  return new Problem(
    400,
    'REST-30001',
    `The query has no parameter '${name}'. Its parameters are: ${names}.`,
  );
}

/** Throws a 400 for parameters that the query does not have. */
export function parametersOfAddress(
  search: URLSearchParams,
  declared: readonly DeclaredParameter[],
): Record<string, unknown> {
  const result = new Map<string, unknown>();
  for (const [name, { values, types }] of collect(search)) {
    const type = declared.find((parameter) => parameter.name === name)?.type;
    if (type === undefined) {
      if (NOT_THE_QUERYS.has(name)) continue;
      throw unknownParameter(name, declared);
    }
    // A vertex may also come with a type and an index of its own: `v[0]=…` leaves holes out.
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
      throw new Problem(400, 'REST-30000', `The parameter ${name} of type ${type} is given more than once.`);
    }
    const value = MAP.test(type)
      ? mapText(only.value, name)
      : element(type, only.value, only.vertexType, name);
    result.set(name, value);
  }
  return Object.fromEntries(result);
}

/** A map in an address is JSON text: there is no other notation. */
function mapText(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'REST-30000', `The parameter ${name} must be a JSON object.`);
  }
}

/** Throws a 400 for parameters that the query does not have. */
export function parametersOfBody(
  body: Readonly<Record<string, unknown>>,
  declared: readonly DeclaredParameter[],
): Record<string, unknown> {
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
      if (NOT_THE_QUERYS.has(name)) continue;
      throw unknownParameter(name, declared);
    }
    if (MAP.test(type)) result.set(name, value);
    else if (!COLLECTION.test(type)) result.set(name, vertex(value, type));
    else if (Array.isArray(value)) {
      result.set(
        name,
        value.map((item) => vertex(item, elementOf(type))),
      );
    } else result.set(name, value);
  }
  return Object.fromEntries(result);
}
