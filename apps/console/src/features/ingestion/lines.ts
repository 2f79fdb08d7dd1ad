/** Where the view by lines draws columns and attributes, and the lines between them. Pure. */
import { columnsOf, type Mapping, type Slot } from './mapping.ts';

/** Height of a row, in pixels, and the width of the place for lines between both sides. */
export const ROW_PX = 30;
export const LINES_PX = 140;
/** Columns that are drawn at once; others are found by their names. */
export const MOST_DRAWN = 100;

/** A row on the right: the name of a target, or one of its attributes. */
export type TargetRow =
  | { readonly kind: 'target'; readonly mapping: Mapping }
  | { readonly kind: 'slot'; readonly mapping: Mapping; readonly slot: Slot };

export const targetRows = (mappings: readonly Mapping[]): TargetRow[] =>
  mappings.flatMap((mapping) => [
    { kind: 'target' as const, mapping },
    ...mapping.slots.map((slot) => ({ kind: 'slot' as const, mapping, slot })),
  ]);

/** The columns on the left by their places in the file: those whose name has the text, those that are mapped first. */
export function drawnColumns(
  columns: readonly string[],
  mappings: readonly Mapping[],
  sought: string,
): readonly number[] {
  const wanted = sought.trim().toLowerCase();
  const fitting = columns.flatMap((name, index) => (name.toLowerCase().includes(wanted) ? [index] : []));
  if (fitting.length <= MOST_DRAWN) return fitting;
  const mapped = new Set(mappings.flatMap(({ slots }) => slots.flatMap(({ source }) => columnsOf(source))));
  const first = fitting.filter((index) => mapped.has(index));
  return [...first, ...fitting.filter((index) => !mapped.has(index))].slice(0, MOST_DRAWN);
}

export interface Line {
  readonly key: string;
  /** Middles of its rows, in pixels from the top. */
  readonly from: number;
  readonly to: number;
  /** Whether the value is the column as it is, or its parts, and no function over it. */
  readonly plain: boolean;
}

const middle = (row: number): number => (row + 0.5) * ROW_PX;

/** A line for each column that an attribute is filled from and that is drawn. */
export function linesBetween(drawn: readonly number[], rows: readonly TargetRow[]): Line[] {
  const places = new Map(drawn.map((index, place) => [index, place]));
  return rows.flatMap((row, at) => {
    if (row.kind === 'target') return [];
    const { mapping, slot } = row;
    return [...new Set(columnsOf(slot.source))].flatMap((index): Line[] => {
      const place = places.get(index);
      if (place === undefined) return [];
      const plain = slot.source.kind !== 'function';
      return [{ key: `${mapping.key} ${slot.name} ${index}`, from: middle(place), to: middle(at), plain }];
    });
  });
}

/** The curve of a line, for SVG. */
export const curve = (from: number, to: number): string =>
  `M 0 ${from} C ${LINES_PX / 2} ${from}, ${LINES_PX / 2} ${to}, ${LINES_PX} ${to}`;
