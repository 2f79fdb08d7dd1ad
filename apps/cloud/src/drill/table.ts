/** Formats rows of text in aligned columns. */

/** Width of each column: the characters of its longest cell. @param rows including the headings */
export function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const columns = Math.max(...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  );
}

export const tableRow = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd();
