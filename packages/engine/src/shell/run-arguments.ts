/** Converts the arguments of RUN QUERY, given in the order of the parameters, to JSON values. */
import { engineError } from '../errors/catalogue.ts';
import { messageOf, parseJson } from '@acacia/base';
import type { Ast } from '@acacia/language';

interface Parameter {
  readonly name: string;
  readonly type: string;
}

/**
 * Parameters of a call from its arguments.
 * @throws EngineError when there are too many, or when a text is no JSON
 */
export function parametersOf(
  name: string,
  parameters: readonly Parameter[],
  args: Ast.RunArguments | undefined,
): Record<string, unknown> {
  if (args === undefined) return {};
  if (args.kind === 'positional') return positionalParameters(name, parameters, args.values);
  const value = jsonValue(args);
  const [first] = parameters;
  // A map is written as JSON too, and may be the only argument.
  return first !== undefined && /^MAP\b/i.test(first.type) && 'keylist' in value
    ? { [first.name]: value }
    : value;
}

function jsonValue({ text }: Ast.JsonText): Record<string, unknown> {
  try {
    return parseJson(text) as Record<string, unknown>;
  } catch (cause) {
    const reason = messageOf(cause);
    throw engineError('argumentsNotJson', { reason }).causedBy(cause);
  }
}

/**
 * `null` stands for `_`: the default.
 * @throws EngineError when there are too many, or when one is no constant
 */
function positionalParameters(
  query: string,
  parameters: readonly Parameter[],
  values: readonly (Ast.Expr | Ast.JsonText | null)[],
): Record<string, unknown> {
  if (values.length > parameters.length) {
    throw engineError('argumentCount', { query, wanted: parameters.length, given: values.length });
  }
  const result = new Map<string, unknown>();
  values.forEach((value, index) => {
    const parameter = parameters[index];
    if (value !== null && parameter !== undefined) result.set(parameter.name, constant(parameter, value));
  });
  return Object.fromEntries(result);
}

function constant(parameter: Parameter, value: Ast.Expr | Ast.JsonText): unknown {
  switch (value.kind) {
    case 'json':
      return jsonValue(value);
    case 'int':
    case 'float':
    case 'string':
    case 'bool':
      return value.value;
    case 'unary': {
      const inner = constant(parameter, value.operand);
      if (value.op === '-' && (typeof inner === 'number' || typeof inner === 'bigint')) return -inner;
      break;
    }
    case 'list':
      return value.items.map((item) => constant(parameter, item));
    case 'parenList': {
      const items = value.items.map((item) => constant(parameter, item));
      const [id, type] = items;
      return /VERTEX/i.test(parameter.type) && items.length === 2 ? { id, type } : items;
    }
    case 'call': {
      const [argument] = value.args;
      if (value.name.toLowerCase() === 'to_datetime' && argument?.kind === 'string') return argument.value;
      break;
    }
    default:
  }
  const named = value.kind === 'binary' && ['=', '=='].includes(value.op) && value.left.kind === 'name';
  throw engineError(named ? 'argumentNamed' : 'argumentNotConstant', { name: parameter.name });
}
