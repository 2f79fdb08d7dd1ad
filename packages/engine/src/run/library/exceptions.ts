/** Exceptions that a query declares and raises. */
import { EngineError } from '../../errors.ts';

/** Raised by RAISE; what nobody handles reaches the caller with the code that was declared. */
class RaisedException extends EngineError {
  readonly exception: string;

  constructor(exception: string, code: number, message: string) {
    super(String(code), message);
    this.exception = exception;
  }
}

const raise = (exception: string, code: number, message: string | null): never => {
  throw new RaisedException(
    exception,
    code,
    `Runtime Error: ${message ?? `Exception ${exception} is raised with error code ${code}`}`,
  );
};

/** Families of codes of what a query's statements can run into; being stopped is none of them. */
const RUNTIME_FAULT = /^(?:GSQL-(?!6500|8999)\d+|3001)$/;

/** The name of the exception that was caught, null for a fault of the run; anything else goes on upwards. */
const raisedName = (problem: unknown): string | null => {
  if (problem instanceof RaisedException) return problem.exception;
  if (problem instanceof EngineError && RUNTIME_FAULT.test(problem.code)) return null;
  throw problem;
};

const notGiven = (parameter: string): never => {
  throw new EngineError('3001', `Runtime Error: Parameter ${parameter} is NULL.`);
};

export const exceptions = { notGiven, raise, raisedName };
