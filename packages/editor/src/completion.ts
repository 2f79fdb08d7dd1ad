import type { CompletionKind } from '@acacia/language';
import { said } from '@acacia/texts';
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { schemaField } from './schema-facet.ts';
import { ask } from './service/language-service.ts';
import { textOf } from './text-of.ts';

/** CodeMirror's icon and rank for each kind of completion: the person's own names come before the language's. */
const KINDS: Readonly<Record<CompletionKind, { readonly type: string; readonly boost: number }>> = {
  alias: { type: 'variable', boost: 9 },
  attribute: { type: 'property', boost: 9 },
  accumulator: { type: 'variable', boost: 8 },
  variable: { type: 'variable', boost: 7 },
  vertexSet: { type: 'variable', boost: 7 },
  parameter: { type: 'variable', boost: 7 },
  vertexType: { type: 'class', boost: 6 },
  edgeType: { type: 'interface', boost: 6 },
  query: { type: 'method', boost: 5 },
  graph: { type: 'namespace', boost: 5 },
  option: { type: 'enum', boost: 5 },
  keyword: { type: 'keyword', boost: 3 },
  type: { type: 'type', boost: 2 },
  constant: { type: 'constant', boost: 0 },
  function: { type: 'function', boost: 0 },
};

/**
 * Opens by itself while a word is typed, and after `.` and `@`. A word that is complete closes it again, so
 * that Enter after END starts a new line.
 */
export async function gsqlCompletion(context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const before = state.sliceDoc(Math.max(0, pos - 1), pos);
  if (!explicit && !/[\w@.]/.test(before)) return null;
  const { from, to, items } = await ask(
    { kind: 'complete', text: textOf(state.doc), offset: pos },
    state.field(schemaField),
  );
  const words = new Set(items.map(({ label }) => label.toUpperCase()));
  const isWhole = (typed: string): boolean => words.has(typed.toUpperCase());
  if (items.length === 0 || (!explicit && isWhole(state.sliceDoc(from, pos)))) return null;
  return {
    from,
    to,
    options: items.map(({ label, kind, detail, note }): Completion => ({
      label,
      ...KINDS[kind],
      ...(detail === undefined ? {} : { detail }),
      ...(note === undefined ? {} : { info: said(note) }),
    })),
    validFor: (typed) => /^@{0,2}\w*$/.test(typed) && !isWhole(typed),
  };
}
