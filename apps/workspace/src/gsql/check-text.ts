import { queryFaults, readProgram } from '@acacia/engine';
import type { Diagnostic, GraphSchema } from '@acacia/language';
import { problem } from '../errors/problem.ts';

/**
 * All problems of a GSQL text: of its syntax, and of the names and types of its queries.
 * @param schemaOf the schema of a query: of the graph that it names, or of the caller's choice
 */
export async function checkText(
  text: string,
  schemaOf: (graph: string | undefined) => GraphSchema | undefined,
): Promise<readonly Diagnostic[]> {
  const { program, diagnostics } = await readProgram(text);
  // A query with a syntax error is incomplete: its names would be reported wrongly.
  if (diagnostics.some((diagnostic) => diagnostic.severity === 'error')) return diagnostics;
  const found: Diagnostic[] = [];
  for (const statement of program.statements) {
    if (statement.kind !== 'createQuery' && statement.kind !== 'interpretQuery') continue;
    const { query } = statement;
    const schema = schemaOf(query.graph?.text);
    if (schema === undefined) {
      const { text: name, span } = query.graph ?? { text: '', span: query.span };
      const { code, message } = problem('graphOfQueryUnknown', { name });
      found.push({ code, severity: 'error', message, span });
      continue;
    }
    const { start } = query.span;
    for (const { span, ...fault } of await queryFaults(text.slice(start, query.span.end), schema))
      found.push({ ...fault, span: { start: span.start + start, end: span.end + start } });
  }
  return [...diagnostics, ...found];
}
