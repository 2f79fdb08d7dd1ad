/** Edits of single vertices and edges by a person, checked against what they saw and saved in one transaction. */
import { z } from 'zod';
import { recordOf } from '../record-of.ts';

/** The most vertices and edges of one request. */
export const MOST_EDITED = 500;

const Attributes = recordOf(z.unknown());
const End = z.object({ type: z.string().min(1), id: z.string().min(1) });

/** `before` null: it is new; `after` null: it is deleted. `before` holds the attributes that are compared. */
const CHANGE = { before: Attributes.nullable(), after: Attributes.nullable() };

const VertexEdit = End.extend(CHANGE);
const EdgeEdit = z.object({
  type: z.string().min(1),
  from: End,
  to: End,
  /** Attributes that tell parallel edges apart, of a type that has discriminators. */
  discriminator: Attributes.optional(),
  ...CHANGE,
});

/** POST /restpp/edit/{graph}: all is saved, or nothing where something differs from `before`. */
export const EditRequest = z
  .object({
    vertices: z.array(VertexEdit).default([]),
    edges: z.array(EdgeEdit).default([]),
    /** Saves over what others changed meanwhile. */
    overwrite: z.boolean().default(false),
  })
  .strict()
  .refine(
    ({ vertices, edges }) =>
      vertices.length + edges.length > 0 && vertices.length + edges.length <= MOST_EDITED,
    `between 1 and ${MOST_EDITED} vertices and edges`,
  );
export type EditRequest = z.input<typeof EditRequest>;

/** A vertex or edge that is not as the request has it. */
const EditConflict = z.object({
  kind: z.enum(['vertex', 'edge']),
  /** Its place in the list of the request. */
  index: z.number(),
  /** `exists`: the new one is there already; `gone`: somebody deleted it; `changed`: `now` differs from `before`. */
  reason: z.enum(['exists', 'gone', 'changed']),
  now: Attributes.nullable(),
});
export type EditConflict = z.infer<typeof EditConflict>;

/** With conflicts nothing is saved. */
export const EditAnswer = z.object({
  saved: z.boolean(),
  conflicts: z.array(EditConflict),
});
export type EditAnswer = z.infer<typeof EditAnswer>;
