/** Entered values of parameters, their problems, and the values to send (specification part 4, section 5). */
import { t } from '@acacia/texts';
import { stringifyJson } from '@acacia/base';
import type { ParameterType, ScalarName } from './parameter-type.ts';

/** The value as entered in the form. */
export type Draft =
  | { readonly kind: 'scalar'; readonly text: string }
  | { readonly kind: 'vertex'; readonly type: string; readonly id: string }
  | { readonly kind: 'list'; readonly items: readonly Draft[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [Draft, Draft])[] };

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : stringifyJson(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The form's beginning: from a default value or from JSON that was written by hand. */
export function draftOf(type: ParameterType, value?: unknown): Draft {
  switch (type.kind) {
    case 'scalar':
      return { kind: 'scalar', text: value === undefined && type.name === 'BOOL' ? 'false' : textOf(value) };
    case 'vertex':
      return isObject(value)
        ? { kind: 'vertex', type: textOf(value['type']) || (type.vertexType ?? ''), id: textOf(value['id']) }
        : { kind: 'vertex', type: type.vertexType ?? '', id: textOf(value) };
    case 'list':
      return {
        kind: 'list',
        items: Array.isArray(value) ? value.map((item: unknown) => draftOf(type.element, item)) : [],
      };
    case 'map':
      return {
        kind: 'map',
        entries: isObject(value)
          ? Object.entries(value).map(
              ([key, item]) => [draftOf(type.key, key), draftOf(type.value, item)] as const,
            )
          : [],
      };
  }
}

/** Whether nothing was entered; a switch that is off is nothing too. */
export function isBlank(type: ParameterType, draft: Draft): boolean {
  switch (draft.kind) {
    case 'scalar':
      return type.kind === 'scalar' && type.name === 'BOOL'
        ? draft.text !== 'true'
        : draft.text.trim() === '';
    case 'vertex':
      return draft.id.trim() === '';
    case 'list':
      return draft.items.length === 0;
    case 'map':
      return draft.entries.length === 0;
  }
}

/**
 * Why the form cannot hold a value of JSON that was written by hand, or undefined; a part that is left out (undefined) fits.
 * @param name of the parameter
 */
export function misfit(name: string, type: ParameterType, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (type.kind === 'list') {
    if (!Array.isArray(value)) return t`The parameter ${name} takes a list: [ value, … ].`;
    return value.map((item: unknown) => misfit(name, type.element, item)).find((each) => each !== undefined);
  }
  if (type.kind === 'map') {
    if (!isObject(value)) return t`The parameter ${name} takes an object: { "key": value, … }.`;
    return Object.values(value)
      .map((item) => misfit(name, type.value, item))
      .find((each) => each !== undefined);
  }
  return undefined;
}

const PATTERNS: Readonly<Partial<Record<ScalarName, RegExp>>> = {
  INT: /^-?\d+$/,
  UINT: /^\d+$/,
};

/** Why a single value cannot be sent; null when it can. */
export function scalarProblem(name: ScalarName, text: string): string | null {
  const problem = t`Please input a valid ${name}.`;
  switch (name) {
    case 'INT':
    case 'UINT':
      return PATTERNS[name]?.test(text.trim()) === true ? null : problem;
    case 'FLOAT':
    case 'DOUBLE':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? null : problem;
    case 'DATETIME':
      return text.trim() !== '' && (/^\d+$/.test(text.trim()) || !Number.isNaN(Date.parse(text)))
        ? null
        : problem;
    case 'BOOL':
      return text === 'true' || text === 'false' ? null : problem;
    case 'STRING':
      return null;
  }
}

/** Problems by path inside the value: '' for itself, `2` for the third of a list, `0.key` for a map's key. */
export function problemsOf(type: ParameterType, draft: Draft, path = ''): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  const below = (part: string) => (path === '' ? part : `${path}.${part}`);
  const take = (more: ReadonlyMap<string, string>) => {
    for (const [at, problem] of more) problems.set(at, problem);
  };
  if (type.kind === 'scalar' && draft.kind === 'scalar') {
    const problem = scalarProblem(type.name, draft.text);
    if (problem !== null) problems.set(path, problem);
  } else if (type.kind === 'vertex' && draft.kind === 'vertex') {
    if (draft.id.trim() === '') problems.set(path, t`Please input a valid vertex ID.`);
    else if (draft.type.trim() === '') problems.set(path, t`Please choose a vertex type.`);
  } else if (type.kind === 'list' && draft.kind === 'list') {
    draft.items.forEach((item, i) => take(problemsOf(type.element, item, below(String(i)))));
  } else if (type.kind === 'map' && draft.kind === 'map') {
    draft.entries.forEach(([key, value], i) => {
      take(problemsOf(type.key, key, below(`${i}.key`)));
      take(problemsOf(type.value, value, below(`${i}.value`)));
    });
  }
  return problems;
}

/** Integers keep their value: beyond 2^53 they are bigint. */
function integer(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text.trim());
}

/** The value to send for a draft without problems. */
export function valueOf(type: ParameterType, draft: Draft): unknown {
  if (type.kind === 'scalar' && draft.kind === 'scalar') {
    switch (type.name) {
      case 'INT':
      case 'UINT':
        return integer(draft.text);
      case 'FLOAT':
      case 'DOUBLE':
        return Number(draft.text);
      case 'BOOL':
        return draft.text === 'true';
      case 'DATETIME':
      case 'STRING':
        return draft.text;
    }
  }
  if (draft.kind === 'vertex') return { id: draft.id.trim(), type: draft.type.trim() };
  if (type.kind === 'list' && draft.kind === 'list')
    return draft.items.map((item) => valueOf(type.element, item));
  if (type.kind === 'map' && draft.kind === 'map') {
    return Object.fromEntries(
      draft.entries.map(([key, value]) => [textOf(valueOf(type.key, key)), valueOf(type.value, value)]),
    );
  }
  throw new Error(t`The value does not fit the type of its parameter.`);
}
