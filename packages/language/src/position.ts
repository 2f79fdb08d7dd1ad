/** Place of an offset in a text: `line` is 1-based, `column` 0-based, as in TigerGraph's `line 2:7`. */
export function lineColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const end = Math.max(0, Math.min(offset, text.length));
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', lineStart)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: end - lineStart };
}
