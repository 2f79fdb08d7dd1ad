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

/** A document of a page that the workspace keeps by graph: loading-job layouts, drafts, explorations. */
export const StoredDocument = recordOf(z.unknown());
export type StoredDocument = z.infer<typeof StoredDocument>;
