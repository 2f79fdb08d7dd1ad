/** Problems in the text: our own while the person types, the server's after a run until the text changes. */
import type { Diagnostic as GsqlDiagnostic } from '@acacia/language';
import { said } from '@acacia/texts';
import { forceLinting, linter } from '@codemirror/lint';
import type { Diagnostic } from '@codemirror/lint';
import { StateEffect, StateField } from '@codemirror/state';
import type { Extension, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { schemaField, setSchemaEffect } from './schema-facet.ts';
import { ask } from './service/language-service.ts';
import { textOf } from './text-of.ts';

const setServerEffect = StateEffect.define<readonly GsqlDiagnostic[]>();

/** The server's problems of the present text. */
const serverField = StateField.define<readonly GsqlDiagnostic[]>({
  create: () => [],
  update: (value, transaction) => {
    const set = transaction.effects.find((effect) => effect.is(setServerEffect));
    if (set !== undefined) return set.value;
    return transaction.docChanged ? [] : value;
  },
});

function toDiagnostic(found: GsqlDiagnostic, doc: Text): Diagnostic {
  const from = Math.max(0, Math.min(found.span.start, doc.length));
  const to = Math.max(from, Math.min(found.span.end, doc.length));
  const { fix } = found;
  return {
    from,
    to,
    severity: found.severity,
    message: said(found.message),
    source: found.code,
    ...(fix === undefined
      ? {}
      : {
          actions: [
            {
              name: said(fix.title),
              apply: (view: EditorView, start: number, end: number) =>
                view.dispatch({
                  changes: { from: start, to: end, insert: fix.replacement },
                  userEvent: 'input.fix',
                }),
            },
          ],
        }),
  };
}

/** All problems of the view's text, ours and the server's, each once. Without a schema ours are only of syntax. */
async function problemsOf(view: EditorView): Promise<readonly GsqlDiagnostic[]> {
  const text = textOf(view.state.doc);
  const own = await ask({ kind: 'check', text }, view.state.field(schemaField));
  const starts = new Set(own.filter(({ severity }) => severity === 'error').map(({ span }) => span.start));
  return [...own, ...view.state.field(serverField).filter(({ span }) => !starts.has(span.start))];
}

/** Underlines faults `delay` milliseconds after the last key, and at once when the schema changes. */
export function gsqlLinting(
  delay: number,
  onDiagnostics?: (diagnostics: readonly GsqlDiagnostic[]) => void,
): Extension {
  return [
    serverField,
    linter(
      async (view) => {
        const { doc } = view.state;
        const found = await problemsOf(view);
        if (view.state.doc.eq(doc)) onDiagnostics?.(found);
        return found.map((diagnostic) => toDiagnostic(diagnostic, doc));
      },
      {
        delay,
        needsRefresh: (update) =>
          update.transactions.some((transaction) =>
            transaction.effects.some((effect) => effect.is(setSchemaEffect) || effect.is(setServerEffect)),
          ),
      },
    ),
  ];
}

/** Shows the problems that the server found, until the text changes. */
export function setServerDiagnostics(view: EditorView, diagnostics: readonly GsqlDiagnostic[]): void {
  view.dispatch({ effects: setServerEffect.of(diagnostics) });
  forceLinting(view);
}
