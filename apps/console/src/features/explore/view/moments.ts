/** DATETIME attributes of what is on the canvas, as seconds since 1970. */
import type { WireGraphSchema } from '@acacia/contract';
import type { GraphData } from '@acacia/graph-view';

const FORM = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?/;

/** Seconds since 1970 of a DATETIME as workspaces print it; undefined for anything else. */
export function secondsOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [, day, time = '00:00:00'] = FORM.exec(value) ?? [];
  if (day === undefined) return undefined;
  const milliseconds = Date.parse(`${day}T${time}Z`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}

/** Numbers, and moments as seconds; undefined for other values. */
export const measureOf = (value: unknown): number | undefined =>
  typeof value === 'number' || typeof value === 'bigint' ? Number(value) : secondsOf(value);

/** `2026-11-28 06:00`: the moment without its seconds. */
export const momentText = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** Names of DATETIME attributes, by type of vertex or edge. */
export function momentAttributes(schema: WireGraphSchema): ReadonlyMap<string, ReadonlySet<string>> {
  const named = [...schema.VertexTypes, ...schema.EdgeTypes].map(({ Name, Attributes }) => {
    const names = Attributes.filter(({ AttributeType }) => AttributeType.Name === 'DATETIME');
    return [Name, new Set(names.map(({ AttributeName }) => AttributeName))] as const;
  });
  return new Map(named);
}

/** Names of the DATETIME attributes that elements of the canvas have, in alphabetical order. */
export function momentNames(
  data: GraphData,
  attributes: ReadonlyMap<string, ReadonlySet<string>>,
): readonly string[] {
  const types = new Set([...data.nodes, ...data.edges].map(({ type }) => type));
  return [...new Set([...types].flatMap((type) => [...(attributes.get(type) ?? [])]))].sort();
}

/** The moments of an attribute, of all elements that have it. */
export const momentsOf = (data: GraphData, attribute: string): readonly number[] =>
  [...data.nodes, ...data.edges].flatMap(({ data: values }) => secondsOf(values?.[attribute]) ?? []);

/** How many moments are in each of so many equal parts of their range. */
export function histogram(
  moments: readonly number[],
  [first, last]: readonly [number, number],
  parts: number,
) {
  const counts = Array.from({ length: parts }, () => 0);
  const width = (last - first) / parts || 1;
  for (const moment of moments) {
    const at = Math.min(parts - 1, Math.max(0, Math.floor((moment - first) / width)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}
