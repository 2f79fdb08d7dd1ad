/** Place of an offset in a text: `line` is 1-based, `column` 0-based, as in TigerGraph's `line 2:7`. */
export function lineColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, Math.max(0, Math.min(offset, text.length)));
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: before.length - lineStart };
}
