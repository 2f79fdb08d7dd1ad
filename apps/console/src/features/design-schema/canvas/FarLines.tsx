/**
 * All lines of a large schema that is seen from afar, in one drawing below the boxes: the browser looks at each of the
 * canvas's own with every key in a field. Tab reaches them as it reaches the canvas's own.
 */
import { useReactFlow, useStoreApi, ViewportPortal } from '@xyflow/react';
import { memo, type FocusEvent, type MouseEvent } from 'react';
import { HIT_WIDTH, lookOf, type PairEdge } from './PairLine.tsx';
import classes from './SchemaCanvas.module.css';

interface FarLinesProps {
  readonly edges: readonly PairEdge[];
  readonly onEdgeClick: (event: MouseEvent, edge: PairEdge) => void;
}

export const FarLines = memo(function FarLines({ edges, onEdgeClick }: FarLinesProps) {
  const flow = useReactFlow();
  const store = useStoreApi();
  const bringIntoSight = (event: FocusEvent<SVGGElement>, { data }: PairEdge): void => {
    if (data === undefined || !event.currentTarget.matches(':focus-visible')) return;
    const { width, height, transform } = store.getState();
    const [left, top, zoom] = transform;
    const { x, y } = data.line.label;
    const [atX, atY] = [x * zoom + left, y * zoom + top];
    if (atX < 0 || atY < 0 || atX > width || atY > height) void flow.setCenter(x, y, { zoom });
  };
  return (
    <ViewportPortal>
      <svg className={classes.lines}>
        {edges.map((each) =>
          each.data === undefined ? null : (
            <g
              key={each.id}
              role="group"
              tabIndex={0}
              data-id={each.id}
              aria-label={each.ariaLabel}
              onClick={(event) => onEdgeClick(event, each)}
              onFocus={(event) => bringIntoSight(event, each)}
            >
              <path d={each.data.line.path} {...lookOf(each.data.edge, each.selected)} />
              <path d={each.data.line.path} stroke="transparent" strokeWidth={HIT_WIDTH} />
            </g>
          ),
        )}
      </svg>
    </ViewportPortal>
  );
});
