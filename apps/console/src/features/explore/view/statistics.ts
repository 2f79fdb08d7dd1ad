/** Figures of an attribute over some elements. */
import { attributeText, type GraphEdge, type GraphNode } from '@acacia/graph-view';
import { formatValue } from '@acacia/ui';
import { measureOf, momentText } from './moments.ts';

interface Counted {
  readonly label: string;
  readonly count: number;
}

interface AttributeFigures {
  readonly count: number;
  /** Elements without a value. */
  readonly missing: number;
  readonly distinct: number;
  /** Null where not all values are numbers or moments. */
  readonly numbers: {
    readonly least: string;
    readonly most: string;
    /** Absent for moments. */
    readonly mean?: string;
    readonly sum?: string;
  } | null;
  /** The most frequent values, or the parts of the range of numbers. */
  readonly bars: readonly Counted[];
}

const MOST_BARS = 12;

/** The most frequent values first. */
function frequent(values: readonly string[]): Counted[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
}

function ranges(measures: readonly number[], low: number, high: number, text: (n: number) => string) {
  const parts = Math.min(MOST_BARS, Math.max(1, Math.ceil(Math.log2(measures.length) + 1)));
  const width = (high - low) / parts || 1;
  const counts = Array.from({ length: parts }, () => 0);
  for (const measure of measures) {
    const at = Math.min(parts - 1, Math.floor((measure - low) / width));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, n) => ({
    label: `${text(low + n * width)} – ${text(low + (n + 1) * width)}`,
    count,
  }));
}

export function figuresOf(elements: readonly (GraphNode | GraphEdge)[], attribute: string): AttributeFigures {
  const values = elements.map(({ data }) => data?.[attribute]);
  const present = values.filter((value) => value !== undefined && value !== null && value !== '');
  const measures = present.flatMap((value) => measureOf(value) ?? []);
  const counted = frequent(present.map(attributeText));
  const common = {
    count: elements.length,
    missing: elements.length - present.length,
    distinct: counted.length,
  };
  if (measures.length === 0 || measures.length < present.length)
    return { ...common, numbers: null, bars: counted.slice(0, MOST_BARS) };
  let low = Infinity;
  let high = -Infinity;
  let sum = 0;
  for (const measure of measures) {
    low = Math.min(low, measure);
    high = Math.max(high, measure);
    sum += measure;
  }
  const isTime = typeof present[0] === 'string';
  const text = isTime ? momentText : formatValue;
  return {
    ...common,
    numbers: {
      least: text(low),
      most: text(high),
      ...(isTime ? {} : { mean: formatValue(sum / measures.length), sum: formatValue(sum) }),
    },
    bars: counted.length <= MOST_BARS ? counted : ranges(measures, low, high, text),
  };
}

/** Names of the attributes that any of the elements has, in alphabetical order. */
export const attributeNames = (elements: readonly (GraphNode | GraphEdge)[]): readonly string[] =>
  [...new Set(elements.flatMap(({ data }) => Object.keys(data ?? {})))].sort();
