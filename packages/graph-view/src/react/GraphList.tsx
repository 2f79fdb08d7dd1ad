/** The graph as two tables with the same content as the canvas, for people who prefer to read it. */
import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { GraphData, GraphSelection } from '../model.ts';
import { cellsOf, graphTable } from '../table.ts';
import { rowWindow } from './window-rows.ts';

interface GraphListProps {
  readonly data: GraphData;
  readonly selection: GraphSelection;
  readonly onSelectionChange: (selection: GraphSelection) => void;
  readonly kind: 'nodes' | 'edges';
  /** Caption of the table. */
  readonly label: string;
}

/** Columns of attributes; a wider table could not be read. */
const MOST_ATTRIBUTES = 24;

/** Characters of a cell on the page. */
const MOST_SHOWN = 500;
const ROW = 32;
const SCROLL: CSSProperties = { height: '100%', overflow: 'auto', fontSize: 13 };
const TABLE: CSSProperties = { width: '100%', borderCollapse: 'collapse' };
const LINE = '1px solid var(--mantine-color-default-border, #8884)';
const HEAD: CSSProperties = {
  position: 'sticky',
  top: 0,
  height: ROW,
  padding: '0 12px',
  textAlign: 'left',
  fontWeight: 600,
  background: 'var(--mantine-color-body, Canvas)',
  boxShadow: 'inset 0 -1px 0 var(--mantine-color-default-border, #8884)',
};
const CELL: CSSProperties = {
  height: ROW,
  padding: '0 12px',
  borderBottom: LINE,
  maxWidth: 320,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};
const CAPTION: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
};

export function GraphList({ data, selection, onSelectionChange, kind, label }: GraphListProps) {
  const table = useMemo(() => graphTable(data, kind, MOST_ATTRIBUTES), [data, kind]);
  const { columns, rows } = table;
  const chosen = useMemo(() => new Set(selection[kind]), [selection, kind]);
  const scroller = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const [height, setHeight] = useState(600);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const [active, setActive] = useState<string | null>(null);
  const shown = rowWindow(rows.length, ROW, scrollTop, height);
  const inSight = rows.slice(shown.first, shown.end);
  // One row is in the tab order, as in every grid: the last one used, else the first in sight.
  const tabStop = inSight.some((row) => row.id === active) ? active : inSight[0]?.id;

  const toggle = (id: string, adding: boolean) => {
    const next = new Set(adding ? selection[kind] : []);
    if (!(adding && next.delete(id))) next.add(id);
    const other = kind === 'nodes' ? 'edges' : 'nodes';
    onSelectionChange({
      ...(adding ? selection : { nodes: [], edges: [] }),
      [other]: adding ? selection[other] : [],
      [kind]: [...next],
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, id: string) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      toggle(id, event.key === ' ' || event.shiftKey || event.ctrlKey || event.metaKey);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const sibling =
        event.key === 'ArrowDown'
          ? event.currentTarget.nextElementSibling
          : event.currentTarget.previousElementSibling;
      if (sibling instanceof HTMLElement && sibling.dataset['row'] !== undefined) sibling.focus();
    }
  };

  return (
    <div ref={scroller} style={SCROLL} onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}>
      <table style={TABLE} role="grid" aria-multiselectable aria-rowcount={rows.length + 1}>
        <caption style={CAPTION}>{label}</caption>
        <thead>
          <tr>
            {columns.map((heading, column) => (
              <th
                // An attribute may be named as one of the first columns.
                key={`${column} ${heading}`}
                scope="col"
                style={numeric(kind, column) ? { ...HEAD, textAlign: 'right' } : HEAD}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.above > 0 && <tr aria-hidden style={{ height: shown.above }} />}
          {inSight.map((row, i) => (
            <tr
              key={row.id}
              tabIndex={row.id === tabStop ? 0 : -1}
              data-row={row.id}
              onFocus={() => setActive(row.id)}
              aria-rowindex={shown.first + i + 2}
              aria-selected={chosen.has(row.id)}
              style={{
                cursor: 'pointer',
                background: chosen.has(row.id) ? 'var(--mantine-primary-color-light, #2f7d4f22)' : undefined,
              }}
              onClick={(event) => toggle(row.id, event.shiftKey || event.ctrlKey || event.metaKey)}
              onKeyDown={(event) => onKeyDown(event, row.id)}
            >
              {cellsOf(table, row).map((cell, column) => (
                <td
                  key={`${column} ${columns[column] ?? ''}`}
                  title={cell.slice(0, MOST_SHOWN)}
                  style={
                    numeric(kind, column)
                      ? { ...CELL, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }
                      : CELL
                  }
                >
                  {cell.slice(0, MOST_SHOWN)}
                </td>
              ))}
            </tr>
          ))}
          {shown.below > 0 && <tr aria-hidden style={{ height: shown.below }} />}
        </tbody>
      </table>
    </div>
  );
}

const numeric = (kind: 'nodes' | 'edges', column: number): boolean => kind === 'nodes' && column === 2;
