/** Exceptions that a query declares and raises. */
import { engineError } from '../errors/catalogue.ts';
import { EngineError } from '../errors.ts';

/** An exception of RAISE; without a handler it reaches the caller with its declared code. */
class RaisedException extends EngineError {
  readonly exception: string;

  constructor(exception: string, code: number, message: string) {
    super(String(code), message);
    this.exception = exception;
  }
}

function raise(exception: string, code: number, message: string | null): never {
  throw new RaisedException(
    exception,
    code,
    `Runtime Error: ${message ?? `Exception ${exception} is raised with error code ${code}`}`,
  );
}

/** Codes of errors that a query can handle; those of a stopped query and of a missing one are not among them. */
const RUNTIME_FAULT = /^(?:GSQL-(?!6500|8999)\d+|3001)$/;

/** The name of a caught exception, null for a runtime error of the query; rethrows anything else. */
function raisedName(problem: unknown): string | null {
  if (problem instanceof RaisedException) return problem.exception;
  if (problem instanceof EngineError && RUNTIME_FAULT.test(problem.code)) return null;
  throw problem;
}

function notGiven(parameter: string): never {
  throw engineError('parameterNull', { parameter });
}

export const exceptions = { notGiven, raise, raisedName };
