/** Exceptions of JavaScript while a query runs that are errors of the query and not of the engine. */
import { engineError } from '../errors/catalogue.ts';

/**
 * Generated code relies on the types that the checker found. A query with values of unknown types (of JSON, of lists
 * of several types, of NULL) can use a value where its type does not fit: JavaScript throws, and the error is the
 * query's. The same exception from a query whose types are all known is a fault of the engine and is given back as is.
 */
export function faultOfValues(problem: unknown, isDynamic: boolean): unknown {
  const isOfValues =
    problem instanceof TypeError || problem instanceof RangeError || problem instanceof SyntaxError;
  if (!isDynamic || !isOfValues) return problem;
  return engineError('valueOfOtherType').causedBy(problem);
}
