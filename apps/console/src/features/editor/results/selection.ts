/** A rectangle of selected cells in the view of a table of results. Pure. */

export interface CellAt {
  /** Place in the view. */
  readonly row: number;
  /** Place among all columns. */
  readonly column: number;
}

/** Two corners: the one that stays, and the one that moves. */
export interface Selection {
  readonly anchor: CellAt;
  readonly focus: CellAt;
}

/** A rectangle of cells as it is asked for. */
export interface SelectedCells {
  readonly offset: number;
  readonly rows: number;
  readonly column: number;
  readonly columns: number;
}

export function cellsOf({ anchor, focus }: Selection): SelectedCells {
  const [offset, column] = [Math.min(anchor.row, focus.row), Math.min(anchor.column, focus.column)];
  return {
    ...{ offset, column },
    rows: Math.abs(anchor.row - focus.row) + 1,
    columns: Math.abs(anchor.column - focus.column) + 1,
  };
}

export const isSelected = ({ offset, rows, column, columns }: SelectedCells, at: CellAt): boolean =>
  at.row >= offset && at.row < offset + rows && at.column >= column && at.column < column + columns;

/** The shown part of the table, within which a selection moves. */
interface Bounds {
  readonly rows: number;
  readonly firstColumn: number;
  readonly columns: number;
}

export const wholeView = ({ rows, firstColumn, columns }: Bounds): Selection => ({
  anchor: { row: 0, column: firstColumn },
  focus: { row: rows - 1, column: firstColumn + columns - 1 },
});

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * The selection after an arrow key: with Shift its corner moves, else the cell. Null: the key is not for the selection.
 * @param start the cell that is selected first, with Shift alone
 */
export function moved(
  selection: Selection | null,
  key: string,
  shift: boolean,
  bounds: Bounds,
  start: CellAt,
): Selection | null {
  const step = STEPS[key];
  if (step === undefined || bounds.rows === 0 || bounds.columns === 0) return null;
  if (selection === null) return shift ? { anchor: start, focus: start } : null;
  const within = (value: number, least: number, count: number) =>
    Math.max(least, Math.min(least + count - 1, value));
  const focus = {
    row: within(selection.focus.row + step[0], 0, bounds.rows),
    column: within(selection.focus.column + step[1], bounds.firstColumn, bounds.columns),
  };
  return { anchor: shift ? selection.anchor : focus, focus };
}
