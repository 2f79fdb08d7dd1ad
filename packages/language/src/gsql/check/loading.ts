/** Loading jobs: types, counts of values, file variables, functions and options. */
import { finding } from '../diagnostics/catalogue.ts';
import type { EdgeType, GraphSchema, VertexType } from '../../schema.ts';
import { checkVectorTarget } from './vectors.ts';
import { nearest } from '../../text-distance.ts';
import type {
  CreateLoadingJob,
  LoadCondition,
  LoadDelete,
  LoadEnd,
  LoadStatement,
  LoadTarget,
  LoadValue,
  Name,
} from '../ast.ts';
import { reportUnknown } from './ddl.ts';
import type { Report } from './ddl.ts';

/** Token functions, in lower case. Source: GSQL language reference, "creating a loading job". */
export const TOKEN_FUNCTIONS: readonly string[] = [
  'flatten',
  'flatten_json_array',
  'split',
  'list',
  'set',
  'map',
  'reduce',
  'gsql_concat',
  'gsql_current_time_epoch',
  'gsql_day',
  'gsql_month',
  'gsql_year',
  'gsql_day_epoch',
  'gsql_month_epoch',
  'gsql_year_epoch',
  'gsql_find',
  'gsql_length',
  'gsql_lower',
  'gsql_upper',
  'gsql_trim',
  'gsql_ltrim',
  'gsql_rtrim',
  'gsql_regex_match',
  'gsql_regex_replace',
  'gsql_replace',
  'gsql_reverse',
  'gsql_split_by_space',
  'gsql_substring',
  'gsql_to_bool',
  'gsql_to_int',
  'gsql_to_uint',
  'gsql_ts_to_epoch_seconds',
  'gsql_ts_to_epoch_seconds_legacy',
  'gsql_ts_to_epoch_seconds_signed',
  'gsql_ts_to_epoch',
  'gsql_uuid_v4',
  'to_datetime',
  'tomiliseconds',
  'datetime_diff',
  'concat',
  'gsql_is_true',
  'gsql_is_false',
  'gsql_is_not_empty_string',
  'gsql_token_equal',
  'gsql_token_ignore_case_equal',
  'to_int',
  'to_float',
  'token_len',
];

export const USING_OPTIONS: readonly string[] = [
  'SEPARATOR',
  'EOL',
  'QUOTE',
  'HEADER',
  'USER_DEFINED_HEADER',
  'REJECT_LINE_RULE',
  'JSON_FILE',
  'PARQUET',
  'NEW_VERTEX_ONLY',
  'VERTEX_MUST_EXIST',
  'CONCURRENCY',
  'BATCH_SIZE',
  'EOF',
];

export function checkLoadingJob(job: CreateLoadingJob, schema: GraphSchema, report: Report): void {
  const files = job.files.map(({ name }) => name.text);
  const tables: string[] = [];
  for (const { condition } of job.filters) checkCondition(condition, schema, report);
  for (const load of job.loads) {
    const { source } = load;
    if (source.kind === 'tempTable' && !tables.includes(source.text)) {
      reportUnknown(report, 'Table', { text: source.text, span: source.span }, tables);
    }
    for (const { kind, type } of load.targets) if (kind === 'tempTable') tables.push(type.text);
    if (source.kind === 'variable' && !files.includes(source.text)) {
      reportUnknown(report, 'File variable', { text: source.text, span: source.span }, files);
    }
    checkUsing(job, load, report);
    for (const target of load.targets) checkTarget(target, schema, report);
  }
  for (const each of job.deletes) {
    if (each.source.kind === 'variable' && !files.includes(each.source.text)) {
      reportUnknown(report, 'File variable', { text: each.source.text, span: each.source.span }, files);
    }
    checkUsing(job, each, report);
    checkDelete(each, schema, report);
  }
  const [firstDelete] = job.deletes;
  if (firstDelete !== undefined && job.loads.length > 0) {
    report('error', finding('loadsAndDeletes'), firstDelete.span);
  }
}

type Reading = Pick<LoadStatement, 'using' | 'usingSpans' | 'span'>;

function checkUsing(job: CreateLoadingJob, load: Reading, report: Report): void {
  for (const option of Object.keys(load.using)) {
    if (USING_OPTIONS.includes(option)) continue;
    const near = nearest(option, USING_OPTIONS);
    report(
      'error',
      near === undefined
        ? finding('usingOptionUnknown', { option })
        : finding('usingOptionUnknownNear', { option, near }),
      load.usingSpans?.[option] ?? load.span,
      near === undefined || load.usingSpans?.[option] === undefined
        ? undefined
        : { title: `Change to ${near}`, replacement: near },
    );
  }
  checkHeader(job, load, report);
  checkLineRule(job, load, report);
}

function checkDelete(statement: LoadDelete, schema: GraphSchema, report: Report): void {
  if (statement.where !== undefined) checkCondition(statement.where, schema, report);
  const known = (types: readonly { readonly name: string }[], name: Name | undefined, what: string): void => {
    const names = types.map((type) => type.name);
    if (name !== undefined && !names.includes(name.text)) reportUnknown(report, what, name, names);
  };
  if (statement.kind === 'deleteVertex') {
    known(schema.vertexTypes, statement.type, 'Vertex type');
    checkValue(statement.id, schema, report);
    return;
  }
  known(schema.edgeTypes, statement.type ?? undefined, 'Edge type');
  for (const end of [statement.from, statement.to]) {
    if (end === undefined) continue;
    known(schema.vertexTypes, end.type, 'Vertex type');
    checkEnd(end, schema, report);
  }
  for (const value of statement.discriminator) checkValue(value, schema, report);
}

function checkEnd({ value, typeValue }: LoadEnd, schema: GraphSchema, report: Report): void {
  checkValue(value, schema, report);
  if (typeValue !== undefined) checkValue(typeValue, schema, report);
}

function checkHeader(job: CreateLoadingJob, load: Reading, report: Report): void {
  const header = load.using['USER_DEFINED_HEADER'];
  const headers = job.headers.map(({ name }) => name.text);
  if (header !== undefined && !headers.includes(header)) {
    reportUnknown(
      report,
      'Header',
      { text: header, span: load.usingSpans?.['USER_DEFINED_HEADER'] ?? load.span },
      headers,
    );
  }
}

function checkLineRule(job: CreateLoadingJob, load: Reading, report: Report): void {
  const rule = load.using['REJECT_LINE_RULE'];
  const filters = job.filters.map(({ name }) => name.text);
  if (rule === undefined || filters.includes(rule)) return;
  const span = load.usingSpans?.['REJECT_LINE_RULE'] ?? load.span;
  reportUnknown(report, 'Input line filter', { text: rule, span }, filters);
}

function checkTarget(target: LoadTarget, schema: GraphSchema, report: Report): void {
  for (const value of target.values) checkValue(value, schema, report);
  if (target.where !== undefined) checkCondition(target.where, schema, report);
  if (target.kind === 'tempTable') return;
  if (target.kind === 'vector') {
    checkVectorTarget(target, schema, report);
    return;
  }
  if (target.kind === 'vertex') {
    const type = schema.vertexTypes.find(({ name }) => name === target.type.text);
    if (type === undefined) {
      reportUnknown(
        report,
        'Vertex type',
        target.type,
        schema.vertexTypes.map(({ name }) => name),
      );
    } else checkCount(target, type, 1, report);
    return;
  }
  const type = schema.edgeTypes.find(({ name }) => name === target.type.text);
  if (type === undefined) {
    reportUnknown(
      report,
      'Edge type',
      target.type,
      schema.edgeTypes.map(({ name }) => name),
    );
    return;
  }
  checkCount(target, type, 2, report);
  const { fromType, toType, fromTypeValue, toTypeValue } = target;
  const fits = type.pairs.filter(
    ({ from, to }) =>
      (fromType === undefined || fromType.text === from) && (toType === undefined || toType.text === to),
  );
  const [only] = fits;
  const pairs = type.pairs.map(({ from, to }) => `${from} to ${to}`).join(', ');
  if (only === undefined) {
    const span = {
      start: (fromType ?? toType ?? target.type).span.start,
      end: (toType ?? fromType ?? target.type).span.end,
    };
    report('error', finding('edgeEndsUnknown', { type: type.name, pairs }), span);
  } else if (
    fits.some(
      ({ from, to }) =>
        (from !== only.from && fromTypeValue === undefined) || (to !== only.to && toTypeValue === undefined),
    )
  ) {
    report(
      'error',
      finding('edgeEndsUnclear', { type: type.name, pairs, example: only.from }),
      target.type.span,
    );
  }
}

function checkCount(target: LoadTarget, type: VertexType | EdgeType, ends: number, report: Report): void {
  const most = ends + type.attributes.length;
  if (target.values.length > most || target.values.length < ends) {
    const given = target.values.length;
    const [named, attributes] = [ends === 1 ? 'its key' : 'its two ends', type.attributes.length];
    const found = finding('loadValueCount', { type: type.name, ends: named, attributes, given });
    report('error', found, target.type.span);
  }
}

function checkValue(value: LoadValue, schema: GraphSchema, report: Report): void {
  if (value.kind === 'pair') for (const part of [value.key, value.value]) checkValue(part, schema, report);
  if (value.kind === 'tuple') for (const part of value.items) checkValue(part, schema, report);
  if (value.kind === 'arithmetic')
    for (const part of [value.left, value.right]) checkValue(part, schema, report);
  if (value.kind !== 'function') return;
  checkCall(value, schema, report);
  // The first argument of REDUCE is a call whose name is the function that combines.
  for (const arg of value.args) if (value.name.toUpperCase() !== 'REDUCE') checkValue(arg, schema, report);
}

/** A built-in function, a tuple, or a function that people wrote. */
function checkCall(
  { name, args, span }: Extract<LoadValue, { kind: 'function' }>,
  { tuples, functions = [] }: GraphSchema,
  report: Report,
): void {
  if (TOKEN_FUNCTIONS.includes(name.toLowerCase()) || tuples.some((each) => each.name === name)) return;
  const own = functions.find((each) => each.name === name);
  const known = [...TOKEN_FUNCTIONS, ...functions.map((each) => each.name)];
  if (own === undefined) {
    reportUnknown(
      report,
      'Function',
      { text: name, span: { start: span.start, end: span.start + name.length } },
      known,
    );
  } else if (own.parameters.length !== args.length) {
    report(
      'error',
      finding('functionArgumentCount', { name, count: own.parameters.length, given: args.length }),
      span,
    );
  }
}

function checkCondition(condition: LoadCondition, schema: GraphSchema, report: Report): void {
  switch (condition.kind) {
    case 'and':
    case 'or':
      checkCondition(condition.left, schema, report);
      checkCondition(condition.right, schema, report);
      break;
    case 'not':
      checkCondition(condition.operand, schema, report);
      break;
    case 'compare':
      checkValue(condition.left, schema, report);
      checkValue(condition.right, schema, report);
      break;
    case 'in':
      for (const value of [condition.value, ...condition.list]) checkValue(value, schema, report);
      break;
    case 'between':
      for (const value of [condition.value, condition.low, condition.high]) checkValue(value, schema, report);
      break;
    default:
      checkValue(condition.value, schema, report);
  }
}
