/** The types that are drawn and the classes of rules, with colour, count and a switch to hide each. */
import { useState, type CSSProperties, type ReactNode } from 'react';
import type { LegendClass, RuleLegend } from '../rules.ts';

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
  /** Legends of rules, from `applyRules`: a line for each class, under the name of the rule's attribute. */
  readonly rules?: readonly RuleLegend[];
  /** Keys of classes that are hidden. */
  readonly hiddenClasses?: ReadonlySet<string>;
  /** Absent: classes have no switches. */
  readonly onToggleClass?: (key: string) => void;
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

/** Types that are listed before the button for all of them. */
const FEW = 24;
/** Types that are ever listed: a page with thousands of buttons would not answer. */
const MOST = 200;

export function GraphLegend({
  nodes,
  edges,
  rules = [],
  hiddenClasses,
  onToggle,
  onToggleClass,
  formatCount = String,
}: GraphLegendProps) {
  const [all, setAll] = useState(false);
  const entries = [
    ...nodes.map((entry) => ({ kind: 'node' as const, entry })),
    ...edges.map((entry) => ({ kind: 'edge' as const, entry })),
  ];
  // What is hidden stays in sight, so that it can be shown again.
  const listed = all
    ? entries.slice(0, MOST)
    : entries.filter(({ entry }, place) => place < FEW || entry.hidden).slice(0, MOST);
  const rest = entries.length - listed.length;
  return (
    <>
      <ul style={LIST} aria-label="Legend">
        {listed.map(({ kind, entry }) => (
          <Line
            key={`${kind} ${entry.type}`}
            name={entry.type}
            count={formatCount(entry.count)}
            hidden={entry.hidden}
            swatch={<Swatch kind={kind} color={entry.color} />}
            onToggle={onToggle === undefined ? undefined : () => onToggle(kind, entry.type)}
          />
        ))}
        {rest > 0 && !all && (
          <li>
            <button type="button" style={{ ...ENTRY, cursor: 'pointer' }} onClick={() => setAll(true)}>
              {formatCount(rest)} more types
            </button>
          </li>
        )}
        {rest > 0 && all && <li style={ENTRY}>and {formatCount(rest)} more types</li>}
      </ul>
      {rules.map(({ rule, classes }) => (
        <ul key={rule.id} style={LIST} aria-label={`Legend of ${rule.attribute}`}>
          <li style={{ ...ENTRY, fontWeight: 600 }}>{rule.attribute}</li>
          {classes
            .filter(({ count }) => count > 0)
            .map((each) => (
              <Line
                key={each.key}
                name={each.label}
                count={formatCount(each.count)}
                hidden={hiddenClasses?.has(each.key) === true}
                swatch={<ClassSwatch kind={rule.kind} legendClass={each} />}
                onToggle={onToggleClass === undefined ? undefined : () => onToggleClass(each.key)}
              />
            ))}
        </ul>
      ))}
    </>
  );
}

/** Diameter, or width of a line, that a class of size 1 has in the legend, in pixels. */
const USUAL = { nodes: 10, edges: 2 } as const;
const NEUTRAL = 'var(--mantine-color-dimmed, #8a8279)';

function ClassSwatch({
  kind,
  legendClass: { color = NEUTRAL, size = 1, icon },
}: {
  readonly kind: 'nodes' | 'edges';
  readonly legendClass: LegendClass;
}) {
  if (icon !== undefined) {
    return (
      <svg aria-hidden width={14} height={14} viewBox="0 0 24 24" fill="none" stroke="currentColor">
        {icon.map((path) => (
          <path key={path} d={path} strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" />
        ))}
      </svg>
    );
  }
  const side = Math.max(2, Math.min(24, USUAL[kind] * size));
  const style: CSSProperties =
    kind === 'nodes'
      ? { width: side, height: side, borderRadius: '50%' }
      : { width: 14, height: side, borderRadius: side / 2 };
  return <span aria-hidden style={{ ...style, background: color, flex: 'none' }} />;
}

/** Longer names are cut, and stand whole in the title. */
const NAME: CSSProperties = {
  maxWidth: 200,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};

function Line({
  name,
  count,
  hidden,
  swatch,
  onToggle,
}: {
  readonly name: string;
  readonly count: string;
  readonly hidden: boolean;
  readonly swatch: ReactNode;
  readonly onToggle: (() => void) | undefined;
}) {
  const content = (
    <>
      {swatch}
      <span style={hidden ? { ...NAME, textDecoration: 'line-through' } : NAME}>{name}</span>
      <span style={COUNT}>{count}</span>
    </>
  );
  return (
    <li>
      {onToggle === undefined ? (
        <span style={ENTRY}>{content}</span>
      ) : (
        <button
          type="button"
          style={{ ...ENTRY, cursor: 'pointer' }}
          aria-pressed={!hidden}
          title={hidden ? `Show ${name}` : `Hide ${name}`}
          onClick={onToggle}
        >
          {content}
        </button>
      )}
    </li>
  );
}
