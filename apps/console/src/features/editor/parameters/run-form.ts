/** The state of the Run dialog: entered values, their JSON, limits. Pure. */
import { t } from '@acacia/texts';
import { pathPartProblem } from '@acacia/api-client';
import { messageOf, parseJson } from '@acacia/base';
import type { RunLimits, WireQueryParameter } from '@acacia/contract';
import { prettyJson } from '../pretty-json.ts';
import { parameterTypeOf, type ParameterType } from './parameter-type.ts';
import { draftOf, isBlank, misfit, problemsOf, valueOf, type Draft } from './parameter-value.ts';

/** A parameter of a query, or of a built-in endpoint. */
export interface RunParameter extends WireQueryParameter {
  /** Optional: nothing is sent while it is blank. Path: a part of the path, which has rules of its own. */
  readonly takes?: 'optional' | 'path';
}

export interface RunRequest {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** 0: the caller sets no limit. */
  readonly timeoutMs: number;
  readonly memoryLimitMb: number;
  readonly profile: boolean;
}

export type RunTab = 'parameters' | 'json' | 'code';

export interface RunForm {
  /** By the parameter's name, in their order. */
  readonly types: ReadonlyMap<string, ParameterType>;
  /** Of parameters for which other rules hold than that of their type. */
  readonly takes: ReadonlyMap<string, RunParameter['takes']>;
  /** The entered values, for each of the types. */
  readonly drafts: ReadonlyMap<string, Draft>;
  /** JSON as typed, until the form is changed; null: that of the values. */
  readonly json: { readonly text: string; readonly problem: string | null } | null;
  readonly tab: RunTab;
  /** A value was entered. */
  readonly touched: boolean;
  /** Run was pressed: problems are shown from then on. */
  readonly tried: boolean;
  /** In seconds; 0: none. */
  readonly timeout: number;
  /** In megabytes; 0: none. */
  readonly memory: number;
  readonly profile: boolean;
}

export type RunFormAction =
  | { readonly kind: 'show'; readonly tab: RunTab }
  | { readonly kind: 'enter'; readonly parameter: string; readonly draft: Draft }
  /** Text that is a JSON object fills the form; other text shows its problem. */
  | { readonly kind: 'write'; readonly text: string }
  /** Fills in values of before, as far as they fit; those of the last run only while nothing was entered. */
  | { readonly kind: 'use'; readonly values: Readonly<Record<string, unknown>>; readonly chosen: boolean }
  | { readonly kind: 'limit'; readonly timeout?: number; readonly memory?: number }
  | { readonly kind: 'profile'; readonly profile: boolean }
  /** Run was pressed. */
  | { readonly kind: 'try' };

/** The form at its beginning, with the defaults of the parameters. */
export function runFormOf(
  parameters: readonly RunParameter[],
  limits: RunLimits = { timeMs: 0, memoryMb: 0 },
): RunForm {
  const types = new Map(parameters.map((each) => [each.paramName, parameterTypeOf(each.paramType)]));
  const defaults = new Map(parameters.map((each) => [each.paramName, each.paramDefaultValue]));
  return {
    types,
    takes: new Map(parameters.map((each) => [each.paramName, each.takes])),
    drafts: new Map([...types].map(([name, type]) => [name, draftOf(type, defaults.get(name))])),
    json: null,
    tab: 'parameters',
    touched: false,
    tried: false,
    timeout: limits.timeMs / 1000,
    memory: limits.memoryMb,
    profile: true,
  };
}

export function runForm(form: RunForm, action: RunFormAction): RunForm {
  switch (action.kind) {
    case 'show':
      return { ...form, tab: action.tab };
    case 'enter':
      return {
        ...{ ...form, touched: true, json: null },
        drafts: new Map(form.drafts).set(action.parameter, action.draft),
      };
    case 'use':
      if (form.touched && !action.chosen) return form;
      return { ...used(form, action.values), touched: form.touched || action.chosen };
    case 'write':
      return { ...written(form, action.text), touched: true };
    case 'limit':
      return { ...form, timeout: action.timeout ?? form.timeout, memory: action.memory ?? form.memory };
    case 'profile':
      return { ...form, profile: action.profile };
    case 'try': {
      const wrong = hasProblems(form) ? 'parameters' : form.tab;
      return { ...form, tried: true, tab: (form.json?.problem ?? null) === null ? wrong : 'json' };
    }
  }
}

/** A value in the place of a secret, which is not stored. */
const MASKED = '***';

function used(form: RunForm, values: Readonly<Record<string, unknown>>): RunForm {
  const drafts = new Map(form.drafts);
  for (const [name, type] of form.types) {
    const value = values[name];
    if (value === undefined || value === MASKED || misfit(name, type, value) !== undefined) continue;
    drafts.set(name, draftOf(type, value));
  }
  return { ...form, json: null, drafts };
}

function written(form: RunForm, text: string): RunForm {
  const read = readObject(text);
  if (typeof read === 'string') return { ...form, json: { text, problem: read } };
  const unknown = Object.keys(read).find((name) => !form.types.has(name));
  const problems = [
    ...(unknown === undefined ? [] : [t`The query has no parameter named ${unknown}.`]),
    ...[...form.types].flatMap(([name, type]) => misfit(name, type, read[name]) ?? []),
  ];
  return {
    ...form,
    json: { text, problem: problems[0] ?? null },
    drafts: new Map([...form.types].map(([name, type]) => [name, draftOf(type, read[name])])),
  };
}

/** The object, or the problem with the text. */
function readObject(text: string): Readonly<Record<string, unknown>> | string {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return t`This is not JSON: ${messageOf(error)}`;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : t`Write an object: { "parameter": value }.`;
}

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** Problems of a parameter's value by their path inside it, see `problemsOf`. */
export function problemsIn(
  { types, takes, drafts }: RunForm,
  parameter: string,
): ReadonlyMap<string, string> {
  const type = types.get(parameter);
  const draft = drafts.get(parameter);
  const rule = takes.get(parameter);
  if (type === undefined || draft === undefined) return NO_PROBLEMS;
  if (rule === 'optional' && isBlank(type, draft)) return NO_PROBLEMS;
  const inPath = rule === 'path' && draft.kind === 'scalar' ? pathPartProblem(draft.text) : null;
  return inPath === null ? problemsOf(type, draft) : new Map([['', inPath]]);
}

export const hasProblems = (form: RunForm): boolean =>
  [...form.types.keys()].some((parameter) => problemsIn(form, parameter).size > 0);

/** The values to send; null while one has a problem. */
function payloadOf(form: RunForm): Readonly<Record<string, unknown>> | null {
  if (hasProblems(form)) return null;
  return Object.fromEntries(
    [...form.types].flatMap(([name, type]) => {
      const draft = form.drafts.get(name);
      const left = draft === undefined || (form.takes.get(name) === 'optional' && isBlank(type, draft));
      return left ? [] : [[name, valueOf(type, draft)]];
    }),
  );
}

/** The JSON as typed, or that of the values. */
export const jsonOf = (form: RunForm): string => form.json?.text ?? prettyJson(payloadOf(form) ?? {});

/** The run that the form describes; null while it has a problem. */
export function requestOf(form: RunForm): RunRequest | null {
  const parameters = payloadOf(form);
  if (parameters === null || (form.json !== null && form.json.problem !== null)) return null;
  return {
    parameters,
    timeoutMs: Math.round(form.timeout * 1000),
    memoryLimitMb: form.memory,
    profile: form.profile,
  };
}
