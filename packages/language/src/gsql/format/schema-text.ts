/** Types as GSQL that makes them: one printer for listings, change jobs, exports and the designer. */
import type {
  Attribute,
  EdgePair,
  EdgeType,
  GraphSchema,
  VectorAttribute,
  VertexType,
} from '../../schema.ts';
import { typeText } from '../check/types.ts';

/** `line`: the whole type in one line; `block`: a line for each part. */
type Layout = 'line' | 'block';

export function attributeText({ name, type, defaultValue }: Attribute): string {
  if (defaultValue === undefined) return `${name} ${typeText(type)}`;
  const text = typeof defaultValue === 'string' ? JSON.stringify(defaultValue) : String(defaultValue);
  return `${name} ${typeText(type)} DEFAULT ${text}`;
}

const listed = (parts: readonly string[], layout: Layout): string =>
  layout === 'line' ? parts.join(', ') : `\n    ${parts.join(',\n    ')}\n  `;

/** `VERTEX Person(…) WITH …`, as it stands behind CREATE or ADD; indexes and vectors are statements of their own. */
export function vertexTypeText(type: VertexType, layout: Layout = 'line'): string {
  const { name, type: idType, isPrimaryKey, asAttribute, parts } = type.primaryId;
  const attributes = type.attributes.map(attributeText);
  const all =
    parts !== undefined
      ? [...attributes, `PRIMARY KEY(${parts.join(', ')})`]
      : [isPrimaryKey ? `${name} ${idType} PRIMARY KEY` : `PRIMARY_ID ${name} ${idType}`, ...attributes];
  // Listings show the default too, as TigerGraph's do.
  const stats = type.stats?.toUpperCase() ?? (layout === 'line' ? 'OUTDEGREE_BY_EDGETYPE' : undefined);
  const options = [
    ...(stats === undefined ? [] : [`STATS="${stats}"`]),
    ...(asAttribute && !isPrimaryKey ? ['PRIMARY_ID_AS_ATTRIBUTE="true"'] : []),
  ];
  const tail = options.length === 0 ? '' : ` WITH ${options.join(', ')}`;
  return `VERTEX ${type.name}(${listed(all, layout)})${tail}`;
}

const pairText = ({ from, to }: EdgePair): string => `FROM ${from}, TO ${to}`;

/** `FROM A, TO B | FROM B, TO C` */
export const pairsText = (pairs: readonly EdgePair[]): string => pairs.map(pairText).join(' | ');

/** `DIRECTED EDGE knows(…) WITH …`, as it stands behind CREATE or ADD. */
export function edgeTypeText(type: EdgeType, layout: Layout = 'line'): string {
  const keys = type.attributes.filter(({ name }) => type.discriminator.includes(name));
  const others = type.attributes.filter((each) => !keys.includes(each));
  const partner = type.reverseOf ?? type.reverseEdge;
  const option = partner === undefined ? '' : ` WITH REVERSE_EDGE="${partner}"`;
  const all = [
    type.pairs.map(pairText).join(layout === 'line' ? '|' : ' |\n    '),
    ...(keys.length === 0 ? [] : [`DISCRIMINATOR(${keys.map(attributeText).join(', ')})`]),
    ...others.map(attributeText),
  ];
  return `${type.directed ? 'DIRECTED' : 'UNDIRECTED'} EDGE ${type.name}(${listed(all, layout)})${option}`;
}

/** The step of a schema change job that adds a vector attribute. */
export const vectorStep = (type: string, { name, dimension, metric }: VectorAttribute): string =>
  `ALTER VERTEX ${type} ADD VECTOR ATTRIBUTE ${name}(DIMENSION=${dimension}, METRIC="${metric}");`;

/** The steps of a schema change job that add a vertex type with its indexes and vectors. */
export const vertexSteps = (type: VertexType, layout: Layout = 'line'): string[] => [
  `ADD ${vertexTypeText(type, layout)};`,
  ...(type.indexes ?? []).map(
    ({ name, attribute }) => `ALTER VERTEX ${type.name} ADD INDEX ${name} ON (${attribute});`,
  ),
  ...(type.vectors ?? []).map((vector) => vectorStep(type.name, vector)),
];

/** The text that makes a schema change job, runs it and drops it. @param graph null: a global job */
export function schemaJobText(job: string, graph: string | null, steps: readonly string[]): string {
  const scope = graph === null ? '' : ` FOR GRAPH ${graph}`;
  const global = graph === null ? 'GLOBAL ' : '';
  return [
    ...(graph === null ? [] : [`USE GRAPH ${graph}`]),
    `CREATE ${global}SCHEMA_CHANGE JOB ${job}${scope} {`,
    ...steps.map((step) => `  ${step}`),
    '}',
    `RUN ${global}SCHEMA_CHANGE JOB ${job}`,
    `DROP JOB ${job}`,
  ].join('\n');
}

/** Types of a scope as a job that makes them all; read back by `readSchemaText`. Reverse edge types are left out. */
export const schemaText = ({ name, vertexTypes, edgeTypes }: GraphSchema): string =>
  schemaJobText('create_schema', name === '' ? null : name, [
    ...vertexTypes.flatMap((type) => vertexSteps(type, 'block')),
    ...edgeTypes
      .filter(({ reverseOf }) => reverseOf === undefined)
      .map((type) => `ADD ${edgeTypeText(type, 'block')};`),
  ]) + '\n';
