/** Formats the text and keeps the caret in its place. */
import { formatGsql } from '@acacia/language';
import type { EditorView } from '@codemirror/view';

/** True: the key is taken, also where there was nothing to do. */
export function format(view: EditorView): true {
  if (view.state.readOnly) return true;
  const before = view.state.doc.toString();
  const after = formatGsql(before);
  if (after === before) return true;
  const { anchor, head } = view.state.selection.main;
  view.dispatch({
    changes: { from: 0, to: before.length, insert: after },
    selection: { anchor: placeIn(after, before, anchor), head: placeIn(after, before, head) },
    scrollIntoView: true,
    userEvent: 'input.format',
  });
  return true;
}

/** The offset after the same number of characters other than white space: formatting changes no others. */
function placeIn(after: string, before: string, offset: number): number {
  let left = before.slice(0, offset).replace(/\s+/g, '').length;
  let place = 0;
  for (; left > 0 && place < after.length; place++) if (/\S/.test(after[place] ?? '')) left--;
  return place;
}
