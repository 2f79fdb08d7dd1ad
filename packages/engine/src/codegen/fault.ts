/** Errors in a query's text that are found while compiling it. */
import { lineColumn, type Diagnostic } from '@acacia/language';
import { EngineError } from '../errors.ts';

type Span = Diagnostic['span'];

/** A fault at a place of the text; `compileQuery` turns it into an EngineError with line and column. */
export class CompileFault extends Error {
  readonly span: Span;
  constructor(span: Span, message: string) {
    super(message);
    this.span = span;
  }
}

/** A type has no attribute of this name; evaluate skips such a type. */
export class MissingAttribute extends CompileFault {}

export const fault = (span: Span, message: string): CompileFault => new CompileFault(span, message);

interface Problem {
  readonly code: string;
  readonly span: Span;
  readonly message: string;
}

/** TigerGraph's form: `Semantic Check Error in query q (SEM-50): line 8, col 33` and the text. */
const described = (query: string, text: string, problem: Problem): string => {
  const { line, column } = lineColumn(text, problem.span.start);
  const family = problem.code.startsWith('SYN')
    ? 'Syntax Error'
    : problem.code.startsWith('TYP')
      ? 'Type Check Error'
      : 'Semantic Check Error';
  const where = query === '' ? '' : ` in query ${query}`;
  return `${family}${where} (${problem.code}): line ${line}, col ${column}\n${problem.message}`;
};

/** One problem or several: the code is that of the first. */
export const compileError = (
  query: string,
  text: string,
  problems: readonly [Problem, ...Problem[]],
): EngineError =>
  new EngineError(problems[0].code, problems.map((problem) => described(query, text, problem)).join('\n'));
