import { analyzeQuery, parseProgram, type Diagnostic, type GraphSchema } from '@acacia/language';

/**
 * Everything that is wrong with a GSQL text: its syntax, and the names and types of its queries.
 * @param schemaOf the schema that a query sees: of the graph that it names, or of the caller's choice
 */
export function checkText(
  text: string,
  schemaOf: (graph: string | undefined) => GraphSchema | undefined,
): readonly Diagnostic[] {
  const { program, diagnostics } = parseProgram(text);
  // A query with a fault in its syntax is incomplete: its names would be reported wrongly.
  if (diagnostics.some((diagnostic) => diagnostic.severity === 'error')) return diagnostics;
  const found = program.statements.flatMap((statement) => {
    if (statement.kind !== 'createQuery' && statement.kind !== 'interpretQuery') return [];
    const { query } = statement;
    const schema = schemaOf(query.graph?.text);
    if (schema !== undefined) return analyzeQuery(query, schema).diagnostics;
    const { text: name, span } = query.graph ?? { text: '', span: query.span };
    return [
      { code: 'SEM-50', severity: 'error', message: `The graph ${name} does not exist.`, span } as const,
    ];
  });
  return [...diagnostics, ...found];
}
