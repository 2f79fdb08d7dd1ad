/** What is wrong with a query's text, against a schema. */
import { analyzeQuery, parseQuery, type Diagnostic, type GraphSchema } from '@acacia/language';

/** Faults and warnings in the order of the text; `CREATE QUERY` and `INTERPRET QUERY` are taken. */
export const queryFaults = (code: string, schema: GraphSchema): readonly Diagnostic[] => {
  const { query, diagnostics } = parseQuery(code);
  if (query === undefined || diagnostics.some((each) => each.severity === 'error')) return diagnostics;
  return [...diagnostics, ...analyzeQuery(query, schema).diagnostics];
};
