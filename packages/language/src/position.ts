interface Position {
  readonly line: number;
  readonly column: number;
}

/** Place of an offset in a text: `line` is 1-based, `column` 0-based, as in TigerGraph's `line 2:7`. */
export function lineColumn(text: string, offset: number): Position {
  const end = Math.max(0, Math.min(offset, text.length));
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', lineStart)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: end - lineStart };
}

/** As `lineColumn`, for many offsets of one text: its lines are found once. */
export function lineColumnsOf(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    const end = Math.max(0, Math.min(offset, text.length));
    let [low, high] = [0, starts.length];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= end) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: end - (starts[low] ?? 0) };
  };
}
