/** The line of one pair of an edge type, with the type's name. */
import { BaseEdge, EdgeLabelRenderer, type Edge, type EdgeProps } from '@xyflow/react';
import { createContext, memo, use } from 'react';
import { BreakingName } from './BreakingName.tsx';
import type { DraftEdge } from '../draft.ts';
import type { Line } from '../layout/lines.ts';
import { DetailContext } from './VertexBox.tsx';
import classes from './SchemaCanvas.module.css';

interface PairData extends Record<string, unknown> {
  readonly edge: DraftEdge;
  readonly line: Line;
  readonly faulty: boolean;
}
export type PairEdge = Edge<PairData, 'pair'>;

/** Ids of the links whose names are drawn; the same set as long as it has the same ids. */
export const LinkNamesContext = createContext<ReadonlySet<string>>(new Set());

/** How the line of an edge type is drawn. */
export const lookOf = ({ directed, color, saved }: DraftEdge, selected: boolean | undefined) => ({
  ...(directed ? { markerEnd: 'url(#acacia-arrow)' } : {}),
  style: {
    stroke: selected ? 'var(--acacia-accent)' : color === '' ? 'var(--acacia-ink-dim)' : color,
    strokeWidth: selected ? 2.5 : 1.5,
    strokeDasharray: saved ? undefined : '5 4',
  },
});

/** Width beside a line within which a click chooses it. */
export const HIT_WIDTH = 18;

export const PairLine = memo(function PairLine({ id, data, selected }: EdgeProps<PairEdge>) {
  const { namesAlone } = use(DetailContext);
  const names = use(LinkNamesContext);
  if (data === undefined) return null;
  const { edge, line, faulty } = data;
  return (
    <>
      <BaseEdge id={id} path={line.path} interactionWidth={HIT_WIDTH} {...lookOf(edge, selected)} />
      {(selected || names.has(id)) && (
        <EdgeLabelRenderer>
          <div
            className={classes.label}
            data-selected={selected || undefined}
            data-faulty={faulty || undefined}
            data-breaks={namesAlone || undefined}
            style={{
              transform: `translate(-50%, -50%) translate(${line.label.x}px, ${line.label.y}px)`,
            }}
          >
            <BreakingName name={edge.name} />
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
