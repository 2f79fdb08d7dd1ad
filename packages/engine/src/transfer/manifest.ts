/**
 * The schema of a manifest from an untrusted source: its shape, its names and its sizes. Its texts are parsed again
 * when they are added to a catalog; data that can be derived from them are never taken from the manifest.
 */
import { engineError } from '../errors/catalogue.ts';
import { isIdentifier, isPackageName } from '@acacia/language';
import { z } from 'zod';
import { FORMAT, MANIFEST } from './exported.ts';

/** Of the whole file, queries and functions included. */
export const MOST_MANIFEST_BYTES = 64 * 2 ** 20;
const MOST_MEMBERS = 10_000;

const list = <T extends z.ZodType>(member: T): z.ZodArray<T> => z.array(member).max(MOST_MEMBERS);

/** An identifier. Whether the name is allowed is checked when it is used, as if someone had typed it. */
const Name = z
  .string()
  .max(250)
  .refine(isIdentifier, 'a name of letters, digits and underscores is expected');
/** `lib.algorithms.query` */
const PackageName = z.string().max(1000).refine(isPackageName, 'names with dots between them are expected');
const GraphName = Name.nullable();
const Count = z.int().min(0);

const Scalar = z.enum(['INT', 'UINT', 'FLOAT', 'DOUBLE', 'BOOL', 'STRING', 'DATETIME']);
const ScalarType = z.object({ kind: z.literal('scalar'), name: Scalar });
/** The fields of a tuple stand with the tuple. */
const TupleName = z.object({ kind: z.literal('udt'), name: Name });
const Single = z.discriminatedUnion('kind', [ScalarType, TupleName]);
const Type = z.discriminatedUnion('kind', [
  ScalarType,
  TupleName,
  z.object({ kind: z.enum(['list', 'set']), element: Single }),
  z.object({ kind: z.literal('map'), key: ScalarType, value: Single }),
]);
const Attribute = z.object({
  name: Name,
  type: Type,
  defaultValue: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

const Vector = z.object({
  name: Name,
  dimension: z.int().positive(),
  metric: z.enum(['COSINE', 'L2', 'IP']),
});
const VertexType = z.object({
  name: Name,
  primaryId: z.object({
    /** Of a composite key the names of its parts, joined by commas. */
    name: z.string().max(10_000),
    type: Scalar,
    asAttribute: z.boolean(),
    isPrimaryKey: z.boolean(),
    parts: list(Name).min(1).optional(),
  }),
  attributes: list(Attribute),
  stats: z.literal('none').optional(),
  indexes: list(z.object({ name: Name, attribute: Name })).optional(),
  vectors: list(Vector).optional(),
});

const Pair = z.object({ from: Name, to: Name });
const EdgeType = z.object({
  name: Name,
  directed: z.boolean(),
  pairs: list(Pair).min(1),
  attributes: list(Attribute),
  discriminator: list(Name),
  reverseEdge: Name.optional(),
});

const Query = z.object({
  name: Name,
  graph: Name,
  code: z.string(),
  installed: z.boolean(),
  disabled: z.literal(true).optional(),
  description: z.string().optional(),
  parameters: list(z.object({ name: Name, description: z.string().optional() })),
});

const Rows = z.object({
  kind: z.enum(['vertex', 'vector', 'edge']),
  graph: GraphName,
  type: Name,
  pair: Pair.optional(),
  file: z
    .string()
    .max(1000)
    .regex(
      // Earlier versions joined the names of types by `_`.
      /^(?:GlobalTypes|graph_\w+)\/(?:vertex|vector|edge)_[\w-]+\.csv$/,
      'a file below GlobalTypes or graph_… is expected',
    ),
  rows: Count,
});

export const Manifest = z.object({
  format: z.literal(FORMAT),
  content: z.enum(['schema', 'template', 'data']),
  separator: z.string().regex(/^[^"\r\n\0]$/u, 'a character is expected, which is no quote and ends no line'),
  tuples: list(
    z.object({
      name: Name,
      fields: list(z.object({ name: Name, type: Single, length: Count.optional() })),
      accum: z.string().max(10_000).optional(),
    }),
  ),
  vertexTypes: list(z.object({ graph: GraphName, type: VertexType })),
  edgeTypes: list(z.object({ graph: GraphName, type: EdgeType })),
  graphs: list(
    z.object({ name: Name, schemaVersion: Count, vertexTypes: list(Name), edgeTypes: list(Name) }),
  ),
  queries: list(Query),
  loadingJobs: list(z.object({ name: Name, graph: Name, code: z.string() })),
  schemaJobs: list(z.object({ name: Name, graph: GraphName, code: z.string() })),
  functionFiles: list(z.object({ name: Name, code: z.string() })),
  packages: list(PackageName).default([]),
  templates: list(z.object({ name: PackageName, code: z.string() })).default([]),
  rows: list(Rows),
});
export type Manifest = z.output<typeof Manifest>;

/** The most errors in a message; a broken file may have thousands. */
const TOLD = 3;

/**
 * @param written the export's path as given, for messages
 * @throws EngineError when the text is no manifest
 */
export function parseManifest(text: string, written: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw engineError('manifestNotJson', { file: MANIFEST, written }).causedBy(cause);
  }
  const format = (value as { readonly format?: unknown } | null)?.format;
  if (typeof format === 'number' && format !== FORMAT) {
    throw engineError('exportFormat', { written, format, known: FORMAT });
  }
  const parsed = Manifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues
    .slice(0, TOLD)
    .map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw engineError('manifestUnusable', { file: MANIFEST, written, faults: faults.join('; ') });
}
