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

/** The name of the exception that was caught; anything else goes on upwards. */
const raisedName = (problem: unknown): string => {
  if (problem instanceof RaisedException) return problem.exception;
  throw problem;
};

export const exceptions = { raise, raisedName };
