/** Calls of user-defined functions in loading jobs: the functions and their arguments. */
import { typeText, type Ast, type FunctionSignature } from '@acacia/language';
import { functionCode } from '../catalog/functions.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { engineError } from '../errors/catalogue.ts';
import { list, sql, type Sql } from '../sql.ts';
import { FUNCTIONS } from './token-functions.ts';
import { valueSql, type TokenColumns } from './value-sql.ts';

export type Call = Extract<Ast.LoadValue, { kind: 'function' }>;

export interface OwnFunctions {
  readonly code: string;
  readonly signatures: readonly FunctionSignature[];
}

export const ownFunctions = (catalog: Catalog): OwnFunctions => ({
  code: functionCode(catalog),
  signatures: [...catalog.functionFiles.values()].flatMap(({ functions }) => functions),
});

/** The signature of a call of such a function; undefined for others. A built-in function comes before one of its name. */
export const signatureOf = ({ signatures }: OwnFunctions, { name }: Call): FunctionSignature | undefined =>
  Object.hasOwn(FUNCTIONS, name.toLowerCase()) ? undefined : signatures.find((each) => each.name === name);

/** Equal for calls that are written alike. */
export const callKey = (call: Call): string =>
  JSON.stringify(call, (key, value: unknown) => (key === 'span' ? undefined : value));

/** Columns of no file (see `TokenColumns`): calls are checked against the signatures of their functions. */
export function trialColumns(functions: OwnFunctions): TokenColumns {
  const columns: TokenColumns = {
    indexOf: () => 0,
    column: (index) => sql`c${index}`,
    fileName: '',
    own: (call) => {
      const signature = signatureOf(functions, call);
      if (signature === undefined) return null;
      checkCall(call, signature);
      for (const argument of call.args) valueSql(argument, columns);
      return { value: sql`''`, fault: sql`NULL`, numeric: isNumber(signature) };
    },
  };
  return columns;
}

export const isNumber = ({ returns }: FunctionSignature): boolean =>
  returns.kind === 'scalar' && ['INT', 'UINT', 'FLOAT', 'DOUBLE'].includes(returns.name);

function checkCall({ name, args }: Call, { parameters, returns }: FunctionSignature): void {
  if (args.length !== parameters.length) {
    throw engineError('ownFunctionArguments', { name, wanted: parameters.length, given: args.length });
  }
  const several = [...parameters.map(({ type }) => type), returns].find(({ kind }) => kind !== 'scalar');
  if (several === undefined) return;
  throw engineError('ownFunctionType', { name, type: typeText(several) });
}

/** Calls of such functions in values, each behind those among its arguments. */
const callsIn = (functions: OwnFunctions, values: readonly Ast.LoadValue[]): readonly Call[] =>
  values.flatMap((value): readonly Call[] => {
    switch (value.kind) {
      case 'function': {
        const inner = callsIn(functions, value.args);
        return signatureOf(functions, value) === undefined ? inner : [...inner, value];
      }
      case 'pair':
        return callsIn(functions, [value.key, value.value]);
      case 'tuple':
        return callsIn(functions, value.items);
      case 'arithmetic':
        return callsIn(functions, [value.left, value.right]);
      default:
        return [];
    }
  });

export function callsInCondition(
  functions: OwnFunctions,
  condition: Ast.LoadCondition | undefined | null,
): readonly Call[] {
  if (condition === undefined || condition === null) return [];
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [condition.left, condition.right].flatMap((each) => callsInCondition(functions, each));
    case 'not':
      return callsInCondition(functions, condition.operand);
    case 'compare':
      return callsIn(functions, [condition.left, condition.right]);
    case 'in':
      return callsIn(functions, [condition.value, ...condition.list]);
    case 'between':
      return callsIn(functions, [condition.value, condition.low, condition.high]);
    default:
      return callsIn(functions, [condition.value]);
  }
}

/** The values of a target or table, and those of its ends' types. */
export const callsInTarget = (
  functions: OwnFunctions,
  ast: Pick<Ast.LoadTarget, 'values' | 'where'> & {
    readonly fromTypeValue?: Ast.LoadValue;
    readonly toTypeValue?: Ast.LoadValue;
  },
): { readonly condition: readonly Call[]; readonly values: readonly Call[] } => ({
  condition: callsInCondition(functions, ast.where),
  values: callsIn(functions, [
    ...ast.values,
    ...[ast.fromTypeValue, ast.toTypeValue].filter((value) => value !== undefined),
  ]),
});

export const callsInDelete = (
  functions: OwnFunctions,
  ast: Ast.LoadDelete,
): { readonly condition: readonly Call[]; readonly values: readonly Call[] } => ({
  condition: callsInCondition(functions, ast.where),
  values: callsIn(
    functions,
    ast.kind === 'deleteVertex'
      ? [ast.id]
      : [ast.from.value, ...(ast.to === undefined ? [] : [ast.to.value]), ...ast.discriminator],
  ),
});

/** SQL of the first error of calls; null where none of them can fail. */
export function faultSql(calls: readonly Call[], columns: TokenColumns): Sql | null {
  const faults = calls.flatMap((call) => columns.own(call)?.fault ?? []);
  return faults.length === 0 ? null : sql`coalesce(${list(faults)})`;
}
