/** Colours, icons and positions of types, and the documents that pages store by graph. */
import { z } from 'zod';

const TypeStyle = z.looseObject({
  fillColor: z.string().optional(),
  icon: z.string().optional(),
  x: z.number().optional(),
  y: z.number().optional(),
});

/** Style of one graph, or of the global types, by type name. */
export const GraphStyle = z.object({
  vertexStyles: z.record(z.string(), TypeStyle).default({}),
  edgeStyles: z.record(z.string(), TypeStyle).default({}),
});
export type GraphStyle = z.output<typeof GraphStyle>;

/** A document of a page that the workspace keeps by graph: loading-job layouts, drafts, explorations. */
export const StoredDocument = z.record(z.string(), z.unknown());
export type StoredDocument = z.infer<typeof StoredDocument>;
