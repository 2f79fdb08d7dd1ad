/** Errors in a query's text that are found while compiling it. */
import { lineColumn, type Diagnostic } from '@acacia/language';
import type { ParamsOf } from '@acacia/base';
import { engineError, relayed, type EngineErrorId, type EngineErrors } from '../errors/catalogue.ts';
import type { EngineError } from '../errors.ts';

type Span = Diagnostic['span'];

/** A fault at a place of the text; `compileQuery` turns it into an EngineError with line and column. */
export class CompileFault extends Error {
  readonly code: string;
  readonly span: Span;
  constructor(span: Span, { code, message }: EngineError) {
    super(message);
    this.code = code;
    this.span = span;
  }
}

/** A type has no attribute of this name; evaluate skips such a type. */
export class MissingAttribute extends CompileFault {}

/** The fault of the catalogue's row of this name. */
export const fault = <Id extends EngineErrorId>(
  span: Span,
  id: Id,
  ...params: ParamsOf<EngineErrors[Id]>
): CompileFault => new CompileFault(span, engineError(id, ...params));

interface Problem {
  readonly code: string;
  readonly span: Span;
  readonly message: string;
}

/** TigerGraph's form: `Semantic Check Error in query q (SEM-50): line 8, col 33` and the text. */
function described(query: string, text: string, problem: Problem): string {
  const { line, column } = lineColumn(text, problem.span.start);
  const family = problem.code.startsWith('SYN')
    ? 'Syntax Error'
    : problem.code.startsWith('TYP')
      ? 'Type Check Error'
      : 'Semantic Check Error';
  const where = query === '' ? '' : ` in query ${query}`;
  return `${family}${where} (${problem.code}): line ${line}, col ${column}\n${problem.message}`;
}

/** One problem or several: the code is that of the first. */
export const compileError = (
  query: string,
  text: string,
  problems: readonly [Problem, ...Problem[]],
): EngineError =>
  relayed(problems[0].code, problems.map((problem) => described(query, text, problem)).join('\n'));
