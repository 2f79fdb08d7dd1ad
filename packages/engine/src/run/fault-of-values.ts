/** What JavaScript throws while a query runs, where it is the query's fault and not the engine's. */
import { EngineError } from '../errors.ts';

/**
 * Generated code takes values for what the checker found them to be. A query with values of which it found
 * nothing (of JSON, of lists of several types, of NULL) can bring a value where it has no place: then JavaScript
 * throws, and the query is at fault. The same from a query whose types are all known is a fault of the engine and
 * stays one.
 */
export const faultOfValues = (problem: unknown, isDynamic: boolean): unknown => {
  const isOfValues =
    problem instanceof TypeError || problem instanceof RangeError || problem instanceof SyntaxError;
  if (!isDynamic || !isOfValues) return problem;
  const message = 'Runtime Error: a value is of another type than its place in the query takes.';
  return new EngineError('GSQL-2607', message, { cause: problem });
};
