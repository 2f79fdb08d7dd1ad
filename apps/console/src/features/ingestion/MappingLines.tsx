/**
 * The mapping of a file as lines from its columns to attributes. A line is drawn from a column to an attribute with the
 * pointer, or by choosing one after the other.
 */
import { t } from '@acacia/texts';
import { ActionIcon, TextInput, VisuallyHidden } from '@mantine/core';
import { formatNumber } from '@acacia/ui';
import { IconX } from '@tabler/icons-react';
import { useRef, useState, type Dispatch, type PointerEvent } from 'react';
import { curve, drawnColumns, LINES_PX, linesBetween, ROW_PX, targetRows, type TargetRow } from './lines.ts';
import type { LoaderAction } from './loader-state.ts';
import { columnFor, mappingProblems, slotName, targetName, type Mapping } from './mapping.ts';
import type { FilePreview } from './source-file.ts';
import { NO_SOURCE, sourceText } from './source.ts';
import classes from './ingestion.module.css';

/** As many columns as are seen without a search. */
const SEARCHED_FROM = 12;

interface MappingLinesProps {
  readonly preview: FilePreview;
  /** Names under which its columns are shown. */
  readonly columns: readonly string[];
  /** Those of the file. */
  readonly mappings: readonly Mapping[];
  readonly dispatch: Dispatch<LoaderAction>;
}

export function MappingLines({ preview, columns, mappings, dispatch }: MappingLinesProps) {
  const [sought, setSought] = useState('');
  /** The column from which a line is drawn. */
  const [picked, setPicked] = useState<number | null>(null);
  /** The end of a line on its way, from the top left of the lines; null: it is not drawn with the pointer. */
  const [end, setEnd] = useState<{ readonly x: number; readonly y: number } | null>(null);
  const area = useRef<SVGSVGElement>(null);
  const drawn = drawnColumns(columns, mappings, sought);
  const rows = targetRows(mappings);
  const problems = mappingProblems(mappings, preview.paths !== null);
  const height = Math.max(drawn.length, rows.length) * ROW_PX;

  const connect = (row: TargetRow | undefined, column: number | null): void => {
    setPicked(null);
    setEnd(null);
    if (row?.kind !== 'slot' || column === null) return;
    const { mapping, slot } = row;
    dispatch({ kind: 'source', mapping: mapping.key, slot: slot.name, source: columnFor(slot, column) });
  };
  const follow = ({ clientX, clientY }: PointerEvent): void => {
    const box = area.current?.getBoundingClientRect();
    if (box !== undefined && picked !== null) setEnd({ x: clientX - box.left, y: clientY - box.top });
  };
  const drop = ({ target }: PointerEvent): void => {
    if (end === null) return;
    setEnd(null);
    // A touch ends where it began: there the attribute is chosen after the column.
    const over = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    // Elsewhere the column stays chosen: a hand that trembles has not chosen anything else.
    if (over !== null) connect(rows[Number(over.dataset['row'])], picked);
  };

  return (
    <>
      {columns.length > SEARCHED_FROM && (
        <TextInput
          size="xs"
          w={260}
          mb="xs"
          aria-label={`Find a column of ${preview.name}`}
          placeholder="Find a column"
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <div
        className={classes.lines}
        onPointerMove={follow}
        onPointerUp={drop}
        onPointerCancel={() => connect(undefined, null)}
      >
        <ul className={classes.linesSide} aria-label={`Columns of ${preview.name}`}>
          {drawn.map((index) => (
            <li key={index} style={{ height: ROW_PX }}>
              <button
                type="button"
                className={classes.lineEnd}
                aria-pressed={picked === index}
                onPointerDown={() => setPicked(index)}
                onClick={(event) => {
                  // By keyboard; the pointer has chosen it already.
                  if (event.detail === 0) setPicked(picked === index ? null : index);
                }}
              >
                {columns[index]}
              </button>
            </li>
          ))}
        </ul>
        <svg ref={area} width={LINES_PX} height={height} aria-hidden="true">
          {linesBetween(drawn, rows).map(({ key, from, to, plain }) => (
            <path key={key} d={curve(from, to)} data-plain={plain || undefined} className={classes.line} />
          ))}
          {end !== null && picked !== null && (
            <line
              x1={0}
              y1={(drawn.indexOf(picked) + 0.5) * ROW_PX}
              x2={end.x}
              y2={end.y}
              className={classes.line}
              data-plain
            />
          )}
        </svg>
        <ul className={classes.linesSide} aria-label={`Attributes that ${preview.name} fills`}>
          {rows.map((row, at) => {
            if (row.kind === 'target') {
              return (
                <li key={row.mapping.key} style={{ height: ROW_PX }} className={classes.lineTarget}>
                  {targetName(row.mapping.target)}
                </li>
              );
            }
            const { mapping, slot } = row;
            const problem = problems.find((each) => each.mapping === mapping.key && each.slot === slot.name);
            const label = t`${slotName(slot)} of ${mapping.target.type}`;
            const isMapped = slot.source.kind !== 'none';
            return (
              <li key={`${mapping.key} ${slot.name}`} style={{ height: ROW_PX }} data-row={at}>
                <button
                  type="button"
                  className={classes.lineEnd}
                  data-mapped={isMapped || undefined}
                  aria-invalid={problem !== undefined}
                  title={problem?.message}
                  onClick={() => connect(row, picked)}
                >
                  {slotName(slot)}
                  <VisuallyHidden>
                    {` of ${mapping.target.type}: ${isMapped ? sourceText(slot.source, preview) : 'not mapped'} `}
                  </VisuallyHidden>
                  <small>
                    {slot.type}
                    {slot.required ? ' · id' : ''}
                    {slot.source.kind === 'function' || slot.source.kind === 'literal'
                      ? ` · ${sourceText(slot.source, preview)}`
                      : ''}
                  </small>
                </button>
                {isMapped && (
                  <ActionIcon
                    size="xs"
                    variant="subtle"
                    color="gray"
                    aria-label={`Unmap ${label}`}
                    onClick={() =>
                      dispatch({ kind: 'source', mapping: mapping.key, slot: slot.name, source: NO_SOURCE })
                    }
                  >
                    <IconX size={12} />
                  </ActionIcon>
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {drawn.length < columns.length && (
        <p className={classes.why}>
          {formatNumber(drawn.length)} of {formatNumber(columns.length)} columns
        </p>
      )}
    </>
  );
}
