/** The types that are drawn, with colour, count and a switch to hide each. */
import type { CSSProperties } from 'react';

export interface LegendEntry {
  readonly type: string;
  readonly count: number;
  /** CSS colour. */
  readonly color: string;
  readonly hidden: boolean;
}

interface GraphLegendProps {
  readonly nodes: readonly LegendEntry[];
  readonly edges: readonly LegendEntry[];
  /** Absent: the legend has no switches. */
  readonly onToggle?: (kind: 'node' | 'edge', type: string) => void;
  readonly formatCount?: (count: number) => string;
}

const LIST: CSSProperties = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 4px',
  listStyle: 'none',
  margin: 0,
  padding: 0,
};
const ENTRY: CSSProperties = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  minHeight: 24,
  padding: '1px 8px',
  border: 0,
  borderRadius: 6,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontSize: 12,
};
const COUNT: CSSProperties = {
  fontVariantNumeric: 'tabular-nums',
  color: 'var(--mantine-color-dimmed, inherit)',
};

function Swatch({ kind, color }: { readonly kind: 'node' | 'edge'; readonly color: string }) {
  const style: CSSProperties =
    kind === 'node'
      ? { width: 10, height: 10, borderRadius: '50%', background: color }
      : { width: 14, height: 2, borderRadius: 1, background: color };
  return <span aria-hidden style={{ ...style, flex: 'none' }} />;
}

export function GraphLegend({ nodes, edges, onToggle, formatCount = String }: GraphLegendProps) {
  const entries = [
    ...nodes.map((entry) => ({ kind: 'node' as const, entry })),
    ...edges.map((entry) => ({ kind: 'edge' as const, entry })),
  ];
  return (
    <ul style={LIST} aria-label="Legend">
      {entries.map(({ kind, entry }) => {
        const content = (
          <>
            <Swatch kind={kind} color={entry.color} />
            <span style={entry.hidden ? { textDecoration: 'line-through' } : undefined}>{entry.type}</span>
            <span style={COUNT}>{formatCount(entry.count)}</span>
          </>
        );
        return (
          <li key={`${kind} ${entry.type}`}>
            {onToggle === undefined ? (
              <span style={ENTRY}>{content}</span>
            ) : (
              <button
                type="button"
                style={{ ...ENTRY, cursor: 'pointer' }}
                aria-pressed={!entry.hidden}
                title={entry.hidden ? `Show ${entry.type}` : `Hide ${entry.type}`}
                onClick={() => onToggle(kind, entry.type)}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
