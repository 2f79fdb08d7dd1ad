/** Saved explorations: what stood on a person's canvas, as rows of the control plane. */
import { z } from 'zod';
import { FileName, FileOwner, FilePermission } from './files.ts';

/** Limits that the server holds; the console names them. */
export const EXPLORATION_LIMITS = {
  /** Bytes of one exploration in UTF-8. */
  bytes: 8 * 1024 * 1024,
  /** Explorations of one person in an organisation. */
  explorations: 200,
  /** Bytes of the explorations of one person in an organisation. */
  totalBytes: 64 * 1024 * 1024,
  vertices: 100_000,
  edges: 300_000,
  rules: 50,
  filters: 50,
  groups: 100,
  shares: 100,
  comments: 500,
  /** Characters of one comment. */
  comment: 2000,
  /** Graphs for which one person keeps styles in an organisation. */
  styledGraphs: 500,
  /** Bytes of all these styles. */
  stylesBytes: 8 * 1024 * 1024,
} as const;

const TypeName = z.string().min(1).max(256);
const AttributeName = z.string().min(1).max(256);
/** Key of a vertex or edge on the canvas. */
const ElementKey = z.string().min(1).max(20_000);
const Coordinate = z.number().min(-1e9).max(1e9);
const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour like #2f7d4f');

export const EXPLORATION_OPERATORS = ['=', '!=', '>', '>=', '<', '<=', 'contains'] as const;
const Operator = z.enum(EXPLORATION_OPERATORS);

/** A condition on an attribute of the vertices or edges of one type. */
const AttributeCondition = z
  .object({
    kind: z.enum(['vertex', 'edge']),
    type: TypeName,
    attribute: AttributeName,
    operator: Operator,
    value: z.string().max(1000),
  })
  .strict()
  .meta({ id: 'AttributeCondition' });
export type AttributeCondition = z.infer<typeof AttributeCondition>;

/** Fields that every rule has. */
const RULE = {
  /** Unique among the rules. */
  id: z.string().min(1).max(64),
  kind: z.enum(['vertex', 'edge']),
  type: TypeName,
  attribute: AttributeName,
};

/** How elements of a type look by an attribute; of several rules the first that says something of one counts. */
const StyleRule = z
  .discriminatedUnion('by', [
    /** A colour for each value. */
    z.object({ by: z.literal('value'), ...RULE }).strict(),
    /** Colour or size along the numbers or moments. */
    z.object({ by: z.literal('scale'), ...RULE, channel: z.enum(['color', 'size']) }).strict(),
    /** A look of the elements that meet a condition. */
    z
      .object({
        by: z.literal('condition'),
        ...RULE,
        operator: Operator,
        value: z.string().max(1000),
        color: Color.optional(),
        size: z.number().min(0.3).max(4).optional(),
      })
      .strict(),
  ])
  .meta({ id: 'StyleRule' });
export type StyleRule = z.infer<typeof StyleRule>;

/** Size and label of a vertex type, or the label of an edge type: no two types of a graph have one name. */
const TypeLook = z
  .object({
    /** Factor of the usual size. */
    size: z.number().min(0.5).max(3).optional(),
    /** The attribute that names a vertex or an edge; absent: chosen by itself, of an edge its type. */
    label: AttributeName.optional(),
  })
  .strict();

/** Styles of a graph's vertices and edges in the explorer. */
export const ExplorationStyles = z
  .object({
    looks: z.record(TypeName, TypeLook).default({}),
    rules: z.array(StyleRule).max(EXPLORATION_LIMITS.rules).default([]),
  })
  .strict()
  .meta({ id: 'ExplorationStyles' });
export type ExplorationStyles = z.output<typeof ExplorationStyles>;

const PatternCondition = AttributeCondition.omit({ kind: true, type: true });
/** A path of vertices, joined by edges: `links[i]` joins `steps[i]` and `steps[i + 1]`. */
export const ExplorationPattern = z
  .object({
    steps: z
      .array(z.object({ type: TypeName, where: z.array(PatternCondition).max(10) }).strict())
      .min(1)
      .max(8),
    links: z
      .array(
        z
          .object({
            /** Null: any. */
            type: TypeName.nullable(),
            direction: z.enum(['out', 'in', 'any']),
            where: z.array(PatternCondition).max(10),
          })
          .strict(),
      )
      .max(7),
    limit: z.number().int().min(1).max(10_000),
  })
  .strict()
  .refine(({ steps, links }) => links.length === steps.length - 1, 'an edge between each two vertices')
  .meta({ id: 'ExplorationPattern' });
export type ExplorationPattern = z.infer<typeof ExplorationPattern>;

/** How an exploration is looked at: all but its elements. */
export const ExplorationView = z
  .object({
    styles: ExplorationStyles,
    filters: z.array(AttributeCondition).max(EXPLORATION_LIMITS.filters),
    hidden: z
      .object({
        vertexTypes: z.array(TypeName).max(10_000),
        edgeTypes: z.array(TypeName).max(10_000),
        /** Keys of single vertices. */
        vertices: z.array(ElementKey).max(EXPLORATION_LIMITS.vertices),
        /** Lines of the legend of style rules that are switched off, by their keys. */
        classes: z.array(z.string().min(1).max(20_000)).max(1000),
      })
      .strict(),
    groups: z
      .array(
        z.object({ name: z.string().max(128), members: z.array(ElementKey).min(1).max(100_000) }).strict(),
      )
      .max(EXPLORATION_LIMITS.groups),
    /** The window of time, in seconds since 1970, over a DATETIME attribute of any type. */
    time: z.object({ attribute: AttributeName, from: z.number(), to: z.number() }).strict().nullable(),
    pattern: ExplorationPattern.nullable(),
  })
  .strict()
  .meta({ id: 'ExplorationView' });
export type ExplorationView = z.infer<typeof ExplorationView>;

/** The contents of a canvas without attributes: they are read again under the rights of whoever opens it. */
export const ExplorationDocument = z
  .object({
    /** Type, id, place and whether a person put it there; null where it has no place yet. */
    vertices: z
      .array(
        z.tuple([
          TypeName,
          z.string().min(1).max(16_384),
          Coordinate.nullable(),
          Coordinate.nullable(),
          z.boolean(),
        ]),
      )
      .max(EXPLORATION_LIMITS.vertices),
    /** Type, the places of both ends among the vertices, and the discriminator; '' without. */
    edges: z
      .array(z.tuple([TypeName, z.number().int().min(0), z.number().int().min(0), z.string().max(16_384)]))
      .max(EXPLORATION_LIMITS.edges),
    view: ExplorationView,
  })
  .strict()
  .superRefine(({ vertices, edges }, context) => {
    const stray = edges.findIndex(([, from, to]) => from >= vertices.length || to >= vertices.length);
    if (stray >= 0)
      context.addIssue({
        code: 'custom',
        path: ['edges', stray],
        message: 'An end of the edge is not among the vertices.',
      });
  })
  .meta({ id: 'ExplorationDocument' });
export type ExplorationDocument = z.output<typeof ExplorationDocument>;

export const ExplorationEntry = z
  .object({
    exploration_id: z.string(),
    name: z.string(),
    graph: z.string(),
    /** Goes up with each save; sent back in `If-Match`. */
    version: z.number().int(),
    vertices: z.number().int(),
    edges: z.number().int(),
    comments: z.number().int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    /** Who saved it last, by name; '' when they are gone. */
    updated_by: z.string(),
    owner: FileOwner,
    /** The caller's permission. */
    permission: FilePermission.exclude(['none']),
    /** The permission of everybody who uses the workspace. */
    access: z.enum(['none', 'view', 'edit']),
    /** Whether it is shared with anybody, for its owner. */
    is_shared: z.boolean(),
  })
  .meta({ id: 'ExplorationEntry' });
export type ExplorationEntry = z.infer<typeof ExplorationEntry>;

export const ExplorationComment = z
  .object({
    comment_id: z.string(),
    author: FileOwner,
    /** Key of the vertex that it is about; '' for the exploration. */
    about: z.string(),
    text: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'ExplorationComment' });
export type ExplorationComment = z.infer<typeof ExplorationComment>;

export const ExplorationWithDocument = ExplorationEntry.extend({ document: ExplorationDocument }).meta({
  id: 'ExplorationWithDocument',
});
export type ExplorationWithDocument = z.infer<typeof ExplorationWithDocument>;

export const CreateExploration = z
  .object({
    /** Made by the caller, so that a call that is sent again makes no second one. */
    exploration_id: z.uuid().optional(),
    name: FileName,
    graph: z.string().min(1).max(256),
    document: ExplorationDocument,
  })
  .strict()
  .meta({ id: 'CreateExploration' });

export const SaveExploration = z
  .object({ document: ExplorationDocument })
  .strict()
  .meta({ id: 'SaveExploration' });

export const RenameExploration = z.object({ name: FileName }).strict().meta({ id: 'RenameExploration' });

export const AddComment = z
  .object({
    comment_id: z.uuid().optional(),
    about: z.string().max(20_000).default(''),
    text: z
      .string()
      .trim()
      .min(1, 'Please write a comment.')
      .max(EXPLORATION_LIMITS.comment, `A comment has at most ${EXPLORATION_LIMITS.comment} characters.`),
  })
  .strict()
  .meta({ id: 'AddComment' });

/** The exploration as it stands, in the refusal of a save over another version. */
export const StaleExploration = z.object({
  version: z.number().int(),
  document: ExplorationDocument,
  updated_by: z.string(),
});
