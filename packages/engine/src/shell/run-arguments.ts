/** Arguments of RUN QUERY, given in the order of the parameters, as values of JSON. */
import type { Ast } from '@acacia/language';
import { EngineError } from '../errors.ts';

/** `null` stands for `_`: the default. Throws EngineError for too many, or what is no constant. */
export const positionalParameters = (
  query: string,
  parameters: readonly { readonly name: string; readonly type: string }[],
  values: readonly (Ast.Expr | null)[],
): Record<string, unknown> => {
  if (values.length > parameters.length) {
    throw new EngineError(
      'REST-30000',
      `The query ${query} takes ${parameters.length} parameter(s), ${values.length} are given.`,
    );
  }
  const result: Record<string, unknown> = {};
  values.forEach((value, index) => {
    const parameter = parameters[index];
    if (value !== null && parameter !== undefined) result[parameter.name] = constant(parameter, value);
  });
  return result;
};

const constant = (parameter: { readonly name: string; readonly type: string }, value: Ast.Expr): unknown => {
  switch (value.kind) {
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
  throw new EngineError('REST-30000', `The value of the parameter ${parameter.name} must be a constant.`);
};
