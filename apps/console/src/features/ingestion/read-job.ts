/** Reads a loading job in GSQL back into a mapping, as far as a mapping can say what it says. Pure. */
import { comma, said, t } from '@acacia/texts';
import {
  LOAD_COMPARISONS,
  LOAD_CONDITION_LIMITS,
  LOAD_FUNCTION_LEVELS,
  type OwnLoadingJob,
} from '@acacia/contract';
import { lineColumn, parseProgram, type Ast, type GraphSchema } from '@acacia/language';
import type { ChosenFile } from './loader-state.ts';
import { fileVariable, loadingJobText, mappingProblems, slotsOf, type Mapping } from './mapping.ts';
import type { FilePreview } from './source-file.ts';
import { NO_SOURCE, TOKEN_FUNCTIONS, type Source } from './source.ts';
import { EVERY_ROW, type Test, type Where } from './where.ts';

type ReadJob =
  | { readonly kind: 'fault'; readonly message: string }
  /** The mapping says the same. */
  | { readonly kind: 'mapping'; readonly mappings: readonly Omit<Mapping, 'key'>[] }
  /** The job says more than a mapping can. */
  | { readonly kind: 'own'; readonly job: OwnLoadingJob };

const fault = (message: string): ReadJob => ({ kind: 'fault', message });

export function readJob(
  text: string,
  graph: string,
  schema: GraphSchema,
  files: readonly ChosenFile[],
): ReadJob {
  const { program, diagnostics } = parseProgram(text);
  const wrong = diagnostics.find(({ severity }) => severity === 'error');
  if (wrong !== undefined) {
    const { line, column } = lineColumn(text, wrong.span.start);
    return fault(t`Line ${line}, column ${column}: ${said(wrong.message)}`);
  }
  const [job, second] = program.statements;
  if (job?.kind !== 'createLoadingJob' || second !== undefined) {
    return fault(t`Write one CREATE LOADING JOB and nothing else.`);
  }
  if (job.graph !== undefined && job.graph.text !== graph) {
    return fault(t`The job is for the graph ${job.graph.text}, and this page loads into ${graph}.`);
  }
  const known = files.map((_, index) => fileVariable(index));
  const variables = job.files.map(({ name, path }) => ({ name: name.text, hasPath: path !== undefined }));
  const open = variables.find(({ name, hasPath }) => !hasPath && !known.includes(name));
  if (open !== undefined) {
    return fault(
      t`The file variable ${open.name} has no path: the chosen files are ${known.map((name, at) => `${name} (${files[at]?.file.name ?? ''})`).join(comma)}.`,
    );
  }
  const previews = files.map(({ preview }) => preview);
  const mappings = mappingsOf(job, schema, previews);
  const own: ReadJob = { kind: 'own', job: { text, variables } };
  if (mappings === null) return own;
  // The mapping is the job where it writes the same job again.
  const keyed = mappings.map((mapping, at) => ({ ...mapping, key: String(at) }));
  const problems = previews.flatMap((preview) =>
    mappingProblems(
      keyed.filter(({ file }) => file === preview.name),
      preview.paths !== null,
    ),
  );
  if (problems.length > 0) return own;
  const [again] = parseProgram(loadingJobText(job.name.text, graph, previews, keyed)).program.statements;
  if (again?.kind !== 'createLoadingJob') return own;
  return comparable(again, previews) === comparable(job, previews) ? { kind: 'mapping', mappings } : own;
}

/** Thrown at a part of a job that no mapping expresses. */
class Beyond extends Error {}

function mappingsOf(
  { loads, deletes, headers, filters }: Ast.CreateLoadingJob,
  schema: GraphSchema,
  previews: readonly FilePreview[],
): Omit<Mapping, 'key'>[] | null {
  if (deletes.length + headers.length + filters.length > 0) return null;
  try {
    return loads.flatMap((load) => {
      const preview = fileOf(load, previews);
      return load.targets.map((ast) => {
        const target = targetOf(ast, schema);
        const values = ast.values.map((value) => sourceOf(value, preview));
        const slots = slotsOf(schema, target);
        if (values.length > slots.length) throw new Beyond();
        return {
          file: preview.name,
          target,
          slots: slots.map((slot, at) => ({ ...slot, source: values[at] ?? NO_SOURCE })),
          endsMustExist: load.using['VERTEX_MUST_EXIST']?.toLowerCase() === 'true',
          where: ast.where === undefined ? EVERY_ROW : whereOf(ast.where, preview),
        };
      });
    });
  } catch (error) {
    if (error instanceof Beyond) return null;
    throw error;
  }
}

function fileOf({ source }: Ast.LoadStatement, previews: readonly FilePreview[]): FilePreview {
  const found = previews.find(
    (_, index) => source.kind === 'variable' && fileVariable(index) === source.text,
  );
  if (found === undefined) throw new Beyond();
  return found;
}

function targetOf(ast: Ast.LoadTarget, schema: GraphSchema): Mapping['target'] {
  const type = ast.type.text;
  switch (ast.kind) {
    case 'vertex':
      return { kind: 'vertex', type };
    case 'vector':
      return { kind: 'vector', type, attribute: ast.attribute.text };
    case 'edge': {
      if (ast.fromTypeValue !== undefined || ast.toTypeValue !== undefined) throw new Beyond();
      const pairs = schema.edgeTypes.find(({ name }) => name === type)?.pairs ?? [];
      const pair = pairs.find(
        ({ from, to }) => (ast.fromType?.text ?? from) === from && (ast.toType?.text ?? to) === to,
      );
      if (pair === undefined) throw new Beyond();
      return { kind: 'edge', type, pair };
    }
    case 'tempTable':
      throw new Beyond();
  }
}

function columnOf(value: Ast.LoadValue, { columns, paths }: FilePreview): number | null {
  if (value.kind === 'column') return value.index < columns.length ? value.index : null;
  if (value.kind !== 'namedColumn') return null;
  const path = JSON.stringify([value.name, ...(value.path ?? [])]);
  const index =
    paths === null ? columns.indexOf(value.name) : paths.findIndex((each) => JSON.stringify(each) === path);
  return index < 0 ? null : index;
}

function sourceOf(value: Ast.LoadValue, preview: FilePreview, levels = LOAD_FUNCTION_LEVELS): Source {
  switch (value.kind) {
    case 'skip':
      return NO_SOURCE;
    case 'literal':
      return { kind: 'literal', text: String(value.value) };
    case 'column':
    case 'namedColumn': {
      const index = columnOf(value, preview);
      if (index === null) throw new Beyond();
      return { kind: 'column', index };
    }
    case 'function': {
      const name = value.name.toLowerCase();
      const [of, by, ...more] = value.args;
      if (name === 'split') {
        const index = of === undefined ? null : columnOf(of, preview);
        if (index === null || by?.kind !== 'literal' || more.length > 0) throw new Beyond();
        return { kind: 'split', index, separator: String(by.value) };
      }
      const known = Object.hasOwn(TOKEN_FUNCTIONS, name) ? TOKEN_FUNCTIONS[name] : undefined;
      if (known === undefined || value.args.length < known.least || value.args.length > known.most)
        throw new Beyond();
      if (levels === 0) throw new Beyond();
      return { kind: 'function', name, args: value.args.map((arg) => sourceOf(arg, preview, levels - 1)) };
    }
    default:
      throw new Beyond();
  }
}

function whereOf(
  condition: Ast.LoadCondition,
  preview: FilePreview,
  levels: number = LOAD_CONDITION_LIMITS.levels,
): Where {
  const { kind } = condition;
  if (kind !== 'and' && kind !== 'or') return { joined: 'AND', tests: [testOf(condition, preview, levels)] };
  const tests: Test[] = [];
  let rest: Ast.LoadCondition = condition;
  // The chain leans to the left: the last test stands on top.
  while (rest.kind === kind) {
    tests.unshift(testOf(rest.right, preview, levels));
    rest = rest.left;
  }
  tests.unshift(testOf(rest, preview, levels));
  if (tests.length > LOAD_CONDITION_LIMITS.tests) throw new Beyond();
  return { joined: kind === 'and' ? 'AND' : 'OR', tests };
}

/** @param levels of groups that it may still have */
function testOf(condition: Ast.LoadCondition, preview: FilePreview, levels: number): Test {
  switch (condition.kind) {
    case 'compare': {
      const { left, right, op } = condition;
      const operator = LOAD_COMPARISONS.find((each) => each === op);
      if (operator === undefined) throw new Beyond();
      return { source: sourceOf(left, preview), operator, value: literalOf(right) };
    }
    case 'isEmpty':
    case 'isNumeric': {
      const word = condition.kind === 'isEmpty' ? 'EMPTY' : 'NUMERIC';
      const operator = condition.negated ? (`IS NOT ${word}` as const) : (`IS ${word}` as const);
      return { source: sourceOf(condition.value, preview), operator, value: '' };
    }
    case 'in': {
      const { value, list, negated } = condition;
      if (list.length > LOAD_CONDITION_LIMITS.values) throw new Beyond();
      const operator = negated ? 'NOT IN' : 'IN';
      return { source: sourceOf(value, preview), operator, values: list.map(literalOf) };
    }
    case 'between': {
      const { value, low, high, negated } = condition;
      const operator = negated ? 'NOT BETWEEN' : 'BETWEEN';
      return { source: sourceOf(value, preview), operator, from: literalOf(low), to: literalOf(high) };
    }
    case 'and':
    case 'or':
    case 'not': {
      if (levels === 0) throw new Beyond();
      const negated = condition.kind === 'not';
      const inner = condition.kind === 'not' ? condition.operand : condition;
      return { operator: 'GROUP', negated, ...whereOf(inner, preview, levels - 1) };
    }
    case 'value':
      throw new Beyond();
  }
}

function literalOf(value: Ast.LoadValue): string {
  if (value.kind !== 'literal') throw new Beyond();
  return String(value.value);
}

/** The effect of a job, as a text to compare: without places, and with columns by their positions. */
function comparable(job: Ast.CreateLoadingJob, previews: readonly FilePreview[]): string {
  const plain = (value: unknown, preview: FilePreview, isValue: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each: unknown) => plain(each, preview, isValue));
    if (typeof value !== 'object' || value === null) return value;
    const node = value as Ast.LoadValue;
    const index = node.kind === 'column' || node.kind === 'namedColumn' ? columnOf(node, preview) : null;
    if (index !== null) return { index };
    // A value is a text until it has its type; a condition compares numbers as numbers.
    if (isValue && node.kind === 'literal') return { literal: String(node.value) };
    return Object.entries(value)
      .filter(([name]) => !['span', 'usingSpans'].includes(name))
      .map(([name, part]) => [
        name,
        name === 'name' && typeof part === 'string'
          ? part.toLowerCase()
          : plain(part, preview, isValue && name !== 'where'),
      ])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  };
  return JSON.stringify(
    job.loads.map((load) => {
      const preview = fileOf(load, previews);
      const using = Object.entries(load.using).sort(([a], [b]) => (a < b ? -1 : 1));
      const targets = load.targets.map((target) =>
        plain({ ...target, values: withoutTail(target.values) }, preview, true),
      );
      return [preview.name, using, targets];
    }),
  );
}

/** Values without the `_` at their end, which say nothing. */
function withoutTail(values: readonly Ast.LoadValue[]): readonly Ast.LoadValue[] {
  const last = values.findLastIndex(({ kind }) => kind !== 'skip');
  return values.slice(0, last + 1);
}
