/** Colours, icons and positions of types, and the documents that pages store by graph. */
import { z } from 'zod';
import { recordOf } from '../record-of.ts';

const TypeStyle = z.looseObject({
  fillColor: z.string().optional(),
  icon: z.string().optional(),
  x: z.number().optional(),
  y: z.number().optional(),
});

/** Style of one graph, or of the global types, by type name. Members that other clients keep beside it stay. */
export const GraphStyle = z.looseObject({
  vertexStyles: recordOf(TypeStyle).default({}),
  edgeStyles: recordOf(TypeStyle).default({}),
});
export type GraphStyle = z.output<typeof GraphStyle>;

const TypeStyleChange = z.looseObject({
  fillColor: z.string().nullable().optional(),
  icon: z.string().nullable().optional(),
  x: z.number().nullable().optional(),
  y: z.number().nullable().optional(),
});

/** Members of a style to set, those of each type one by one; null takes a member, or all that a type has, away. */
export const GraphStyleChange = z.looseObject({
  vertexStyles: recordOf(TypeStyleChange.nullable()).optional(),
  edgeStyles: recordOf(TypeStyleChange.nullable()).optional(),
});
export type GraphStyleChange = z.output<typeof GraphStyleChange>;

/** The members with others set; those that are null are taken away. */
function withMembers<T>(
  members: Readonly<Record<string, T>>,
  change: Readonly<Record<string, T | null | undefined>>,
): Record<string, T> {
  const all = new Map(Object.entries(members));
  for (const [name, value] of Object.entries(change)) {
    if (value === null) all.delete(name);
    else if (value !== undefined) all.set(name, value);
  }
  return Object.fromEntries(all);
}

function withTypes(
  styles: GraphStyle['vertexStyles'],
  change: NonNullable<GraphStyleChange['vertexStyles']> = {},
): GraphStyle['vertexStyles'] {
  const known = new Map(Object.entries(styles));
  const changed = Object.entries(change).map(
    ([type, members]) =>
      [type, members && TypeStyle.parse(withMembers(known.get(type) ?? {}, members))] as const,
  );
  return withMembers(styles, Object.fromEntries(changed));
}

/** The style with a change made; all that the change does not name stays. */
export const changedStyle = (
  style: GraphStyle,
  { vertexStyles, edgeStyles, ...others }: GraphStyleChange,
): GraphStyle => ({
  ...withMembers<unknown>(style, others),
  vertexStyles: withTypes(style.vertexStyles, vertexStyles),
  edgeStyles: withTypes(style.edgeStyles, edgeStyles),
});

/** A document of a page that the workspace keeps by graph: loading-job layouts, drafts, explorations. */
export const StoredDocument = recordOf(z.unknown());
export type StoredDocument = z.infer<typeof StoredDocument>;
