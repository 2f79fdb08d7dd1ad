/** The types of the schema by name, in one list that is searched, that draws the rows in sight alone and is one stop of Tab. */
import { t } from '@acacia/texts';
import { TextInput } from '@mantine/core';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useMemo, useRef, useState } from 'react';
import type { Draft, DraftEdge, DraftVertex } from './draft.ts';
import { TypeMark } from '../workspace-tool/type-icons.tsx';
import { pictureOf } from '../workspace-tool/type-pictures.ts';
import { useRovingRow } from './useRovingRow.ts';
import classes from './Designer.module.css';

const ROW_HEIGHT = 31;
const UNMEASURED = 600;

type Row =
  | { readonly kind: 'title'; readonly title: string; readonly count: number }
  | { readonly kind: 'type'; readonly type: DraftVertex | DraftEdge };

export interface TypeListProps {
  readonly draft: Draft;
  readonly selected: ReadonlySet<string>;
  /** @param several whether the type is added to the selection */
  readonly onSelect: (key: string, several: boolean) => void;
}

export const TypeList = memo(function TypeList({ draft, selected, onSelect }: TypeListProps) {
  const [wanted, setWanted] = useState('');
  const rows = useMemo(() => rowsOf(draft, wanted), [draft, wanted]);
  const types = useMemo(() => rows.flatMap((row) => (row.kind === 'type' ? [row.type] : [])), [rows]);
  const chosen = useMemo(() => types.find(({ key }) => selected.has(key))?.key, [types, selected]);
  const { list, stop, onKeyDown, onFocus } = useRovingRow(types, chosen);
  const stopAt = useMemo(
    () => rows.findIndex((row) => row.kind === 'type' && row.type.key === stop),
    [rows, stop],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    // The row that Tab reaches is in the page wherever the list was scrolled to.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(stopAt === -1 ? [] : [stopAt])])].sort(
        (a, b) => a - b,
      ),
    // A list that has no height yet shows its beginning.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height }) =>
        tell({ width, height: height === 0 ? UNMEASURED : height }),
      ),
  });
  const [first] = types;
  return (
    <nav className={classes.types} aria-label="Types">
      <TextInput
        size="xs"
        m={4}
        leftSection={<IconSearch size={14} />}
        placeholder="Search types and attributes"
        aria-label="Search types and attributes"
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && first !== undefined) onSelect(first.key, false);
          if (event.key === 'Escape' && wanted !== '') {
            event.stopPropagation();
            setWanted('');
          }
        }}
      />
      {types.length === 0 && wanted !== '' && <p className={classes.nothing}>No type of that name.</p>}
      <div ref={scroller} className={classes.rows}>
        <ul
          ref={list}
          className={classes.list}
          style={{ height: virtual.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <li
                key={row.kind === 'title' ? row.title : row.type.key}
                style={{ top: start, height: ROW_HEIGHT }}
              >
                {row.kind === 'title' ? (
                  <h2 className={classes.listTitle}>
                    {row.title} <span>{row.count}</span>
                  </h2>
                ) : (
                  <TypeRow
                    type={row.type}
                    selected={selected.has(row.type.key)}
                    isStop={row.type.key === stop}
                    onSelect={onSelect}
                    onFocus={onFocus}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
});

const TypeRow = memo(function TypeRow({
  type,
  selected,
  isStop,
  onSelect,
  onFocus,
}: {
  readonly type: DraftVertex | DraftEdge;
  readonly selected: boolean;
  /** The Tab key reaches this row, and passes all others. */
  readonly isStop: boolean;
  readonly onFocus: (key: string) => void;
  readonly onSelect: TypeListProps['onSelect'];
}) {
  const { key, name, saved, foreign, color } = type;
  return (
    <button
      type="button"
      aria-pressed={selected}
      tabIndex={isStop ? 0 : -1}
      data-row={key}
      title={name}
      onFocus={() => onFocus(key)}
      onClick={(event) => onSelect(key, event.shiftKey)}
    >
      {'icon' in type ? (
        <TypeMark icon={pictureOf(type.icon, name)} color={color} size={14} />
      ) : (
        <IconArrowRight size={12} color={color === '' ? 'var(--acacia-ink-dim)' : color} aria-hidden="true" />
      )}
      <span className={classes.listName}>{name}</span>
      {!saved && <span className={classes.new}>new</span>}
      {foreign && <span className={classes.new}>global</span>}
    </button>
  );
});

/** Types whose name, or the name of an attribute, has the text in it; below a title for each kind. */
function rowsOf({ vertices, edges }: Draft, wanted: string): Row[] {
  const text = wanted.trim().toLowerCase();
  const matches = ({ name, attributes }: DraftVertex | DraftEdge): boolean =>
    text === '' ||
    name.toLowerCase().includes(text) ||
    attributes.some((attribute) => attribute.name.toLowerCase().includes(text));
  const part = (title: string, types: readonly (DraftVertex | DraftEdge)[]): Row[] => {
    const found = types.filter(matches);
    return [
      { kind: 'title', title, count: found.length },
      ...found.map((type): Row => ({ kind: 'type', type })),
    ];
  };
  return [...part(t`Vertex types`, vertices), ...part(t`Edge types`, edges)];
}
