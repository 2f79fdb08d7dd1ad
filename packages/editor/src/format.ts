/** Formats the text and keeps the caret in its place. */
import { logException, type EditorView } from '@codemirror/view';
import { ask } from './service/language-service.ts';

/** Puts the text into shape, when the language service has answered. */
export function format(view: EditorView): void {
  shape(view).catch((error: unknown) => logException(view.state, error, 'format'));
}

/** Resolves when the text is in shape; a text that was changed meanwhile is formatted as it is then. */
async function shape(view: EditorView): Promise<void> {
  if (view.state.readOnly) return;
  const { doc } = view.state;
  const before = doc.toString();
  const after = await ask({ kind: 'format', text: before }, undefined);
  if (!view.dom.isConnected || view.state.readOnly) return;
  if (!view.state.doc.eq(doc)) return shape(view);
  if (after === before) return;
  const { anchor, head } = view.state.selection.main;
  view.dispatch({
    changes: { from: 0, to: before.length, insert: after },
    selection: { anchor: placeIn(after, before, anchor), head: placeIn(after, before, head) },
    scrollIntoView: true,
    userEvent: 'input.format',
  });
}

/** The offset after the same number of characters other than white space: formatting changes no others. */
function placeIn(after: string, before: string, offset: number): number {
  let left = before.slice(0, offset).replace(/\s+/g, '').length;
  let place = 0;
  for (; left > 0 && place < after.length; place++) if (/\S/.test(after[place] ?? '')) left--;
  return place;
}
