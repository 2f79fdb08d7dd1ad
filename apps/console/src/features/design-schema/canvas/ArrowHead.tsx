/** The head that directed lines end in, in the line's own colour. */
import { ARROW_LENGTH } from '../layout/lines.ts';

export function ArrowHead() {
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <defs>
        <marker
          id="acacia-arrow"
          viewBox="0 0 10 10"
          refX="10"
          refY="5"
          markerUnits="userSpaceOnUse"
          markerWidth={ARROW_LENGTH}
          markerHeight={ARROW_LENGTH}
          orient="auto-start-reverse"
        >
          <path d="M 0 1 L 10 5 L 0 9 z" fill="context-stroke" />
        </marker>
      </defs>
    </svg>
  );
}
