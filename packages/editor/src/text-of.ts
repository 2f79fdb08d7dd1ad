import type { Text } from '@codemirror/state';

const texts = new WeakMap<Text, string>();

/** The text of a document, joined once however many ask for it: with each key several do. */
export function textOf(doc: Text): string {
  const known = texts.get(doc);
  if (known !== undefined) return known;
  const text = doc.toString();
  texts.set(doc, text);
  return text;
}
