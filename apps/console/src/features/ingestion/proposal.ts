/** A schema proposed for files, as a person edits it: types are left out, renamed, and given other keys. Pure. */
import { said, t } from '@acacia/texts';
import { plainLetters, type ParsingOptions, type WireProposal } from '@acacia/contract';
import {
  nameFault,
  type EdgeType,
  type GraphSchema,
  type ScalarTypeName,
  type VertexType,
} from '@acacia/language';
import type { ChosenFile } from './loader-state.ts';
import { slotsOf, type Mapping, type Slot } from './mapping.ts';
import { EVERY_ROW, type Where } from './where.ts';

export interface EditedProposal extends WireProposal {
  /** Names of vertex types that are left out. */
  readonly leftOut: ReadonlySet<string>;
}

export const editedFrom = (proposal: WireProposal): EditedProposal => ({ ...proposal, leftOut: new Set() });

/** A name for a graph, after that of a file. */
export function graphName(file: string): string {
  const plain = plainLetters(file.replace(/\..*$/, ''))
    .replace(/\W+/g, '_')
    .replace(/^(?=\d)/, '_')
    .slice(0, 40);
  return /[^_]/.test(plain) && nameFault('graph', plain) === undefined ? plain : 'my_graph';
}

type Edge = WireProposal['edges'][number];
type Vertex = WireProposal['vertices'][number];

const isIn = ({ leftOut }: EditedProposal, { chosen, from, to }: Edge): boolean =>
  chosen && !leftOut.has(from.vertex) && !leftOut.has(to.vertex);

/** The attributes of a vertex type, with the columns of edges that are left out. */
function attributesIn(proposal: EditedProposal, { name, table, attributes }: Vertex): Vertex['attributes'] {
  const freed = proposal.edges.flatMap((edge) =>
    edge.table === table && edge.from.vertex === name && edge.instead !== null && !isIn(proposal, edge)
      ? [edge.instead]
      : [],
  );
  return freed.length === 0 ? attributes : [...attributes, ...freed];
}

/** Vertex types that only edges bring are in when one of these edges is. */
function verticesIn(proposal: EditedProposal): readonly Vertex[] {
  const reached = new Set(
    proposal.edges.filter((edge) => isIn(proposal, edge)).flatMap(({ from, to }) => [from.vertex, to.vertex]),
  );
  return proposal.vertices
    .filter(({ name, table }) => !proposal.leftOut.has(name) && (table !== null || reached.has(name)))
    .map((vertex) => ({ ...vertex, attributes: attributesIn(proposal, vertex) }));
}

export function leaveOut(proposal: EditedProposal, vertex: string, out: boolean): EditedProposal {
  const leftOut = new Set(proposal.leftOut);
  if (out) leftOut.add(vertex);
  else leftOut.delete(vertex);
  return { ...proposal, leftOut };
}

/** @param index of the edge type */
export const chooseEdge = (proposal: EditedProposal, index: number, chosen: boolean): EditedProposal => ({
  ...proposal,
  edges: proposal.edges.map((each, at) => (at === index ? { ...each, chosen } : each)),
});

/** Edges follow their vertex type. A name that another has is not taken, which would join the two. */
export function renameVertex(proposal: EditedProposal, from: string, to: string): EditedProposal {
  if (proposal.vertices.some(({ name }) => name === to)) return proposal;
  const named = (name: string): string => (name === from ? to : name);
  return {
    vertices: proposal.vertices.map((each) => ({ ...each, name: named(each.name) })),
    edges: proposal.edges.map((each) => ({
      ...each,
      from: { ...each.from, vertex: named(each.from.vertex) },
      to: { ...each.to, vertex: named(each.to.vertex) },
    })),
    leftOut: new Set([...proposal.leftOut].map(named)),
  };
}

/** @param index of the edge type */
export const renameEdge = (proposal: EditedProposal, index: number, name: string): EditedProposal => ({
  ...proposal,
  edges: proposal.edges.map((each, at) => (at === index ? { ...each, name } : each)),
});

const CHOSEN = { confidence: 1, reason: t`You chose it.` };

/** Whether each row of the edge's file is one of the edges, and no vertex. */
export const isOfEdges = ({ vertices }: EditedProposal, { table }: Edge): boolean =>
  !vertices.some((vertex) => vertex.table === table);

/** Joins an end of an edge type to vertices of another type. */
export const chooseEnd = (
  proposal: EditedProposal,
  index: number,
  end: 'from' | 'to',
  vertex: string,
): EditedProposal => ({
  ...proposal,
  edges: proposal.edges.map((each, at) =>
    at === index ? { ...each, [end]: { ...each[end], vertex }, ...CHOSEN } : each,
  ),
});

/** Attributes of vertex types by which edges can be added: they hold keys of another type. */
export const addableEnds = (
  proposal: EditedProposal,
): readonly { readonly vertex: Vertex; readonly attribute: Vertex['attributes'][number] }[] =>
  proposal.vertices.flatMap((vertex) =>
    vertex.table === null || proposal.leftOut.has(vertex.name)
      ? []
      : vertex.attributes.map((attribute) => ({ vertex, attribute })),
  );

/** Adds an edge type from a vertex type, by the column of one of its attributes, to another one. */
export function addEdge(proposal: EditedProposal, from: string, column: number, to: string): EditedProposal {
  const vertex = proposal.vertices.find(({ name }) => name === from);
  const attribute = vertex?.attributes.find((each) => each.column === column);
  if (vertex === undefined || vertex.table === null || attribute === undefined) return proposal;
  const taken = new Set([...proposal.vertices, ...proposal.edges].map(({ name }) => name));
  const wanted = `${from}_${attribute.name}`;
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  const edge: Edge = {
    name,
    table: vertex.table,
    from: { vertex: from, column: vertex.key.column },
    to: { vertex: to, column },
    attributes: [],
    discriminator: [],
    instead: attribute,
    chosen: true,
    ...CHOSEN,
  };
  const without = { ...vertex, attributes: vertex.attributes.filter((each) => each !== attribute) };
  return {
    ...proposal,
    vertices: proposal.vertices.map((each) => (each === vertex ? without : each)),
    edges: [...proposal.edges, edge],
  };
}

/** Makes an attribute the key of its vertex type; the key of before becomes an attribute. */
export function chooseKey(proposal: EditedProposal, vertex: string, column: number): EditedProposal {
  const found = proposal.vertices.find(({ name }) => name === vertex);
  const next = found?.attributes.find((attribute) => attribute.column === column);
  if (found === undefined || next === undefined) return proposal;
  const { name, type, column: old } = found.key;
  const changed: Vertex = {
    ...found,
    key: { name: next.name, type: next.type === 'INT' ? 'INT' : 'STRING', column },
    attributes: [
      { name, type, column: old, reason: found.reason },
      ...found.attributes.filter((attribute) => attribute !== next),
    ],
    ...CHOSEN,
  };
  return {
    ...proposal,
    vertices: proposal.vertices.map((each) => (each === found ? changed : each)),
    edges: proposal.edges.map((each) =>
      each.from.vertex === vertex && each.table === found.table
        ? { ...each, from: { ...each.from, column } }
        : each,
    ),
  };
}

export function chooseType(
  proposal: EditedProposal,
  vertex: string,
  column: number,
  type: Vertex['attributes'][number]['type'],
): EditedProposal {
  const changed = (each: Vertex): Vertex => ({
    ...each,
    attributes: each.attributes.map((one) =>
      one.column === column ? { ...one, type, reason: CHOSEN.reason } : one,
    ),
  });
  return {
    ...proposal,
    vertices: proposal.vertices.map((each) => (each.name === vertex ? changed(each) : each)),
  };
}

export function renameAttribute(
  proposal: EditedProposal,
  vertex: string,
  column: number,
  name: string,
): EditedProposal {
  const changed = (each: Vertex): Vertex => ({
    ...each,
    attributes: each.attributes.map((one) => (one.column === column ? { ...one, name } : one)),
  });
  return {
    ...proposal,
    vertices: proposal.vertices.map((each) => (each.name === vertex ? changed(each) : each)),
  };
}

/** Why the attributes of a vertex type cannot be created, or undefined. */
function attributeFault({ name, key, attributes }: Vertex): string | undefined {
  const names = [key.name, ...attributes.map((each) => each.name)];
  const twice = names.find((each, index) => names.indexOf(each) !== index);
  if (twice !== undefined) return t`Two attributes of ${name} have the name ${twice}.`;
  return said(
    names.map((each) => nameFault('attribute', each)).find((fault) => fault !== undefined)?.message,
  );
}

/** Why the schema cannot be created, or undefined. */
export function proposalFault(proposal: EditedProposal): string | undefined {
  const vertices = verticesIn(proposal);
  const edges = proposal.edges.filter((edge) => isIn(proposal, edge));
  if (vertices.length === 0) return t`Choose a vertex type.`;
  const names = [...vertices, ...edges].map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return t`Two types have the name ${twice}.`;
  const fault = [
    ...vertices.map(({ name }) => nameFault('vertex type', name)),
    ...edges.map(({ name }) => nameFault('edge type', name)),
  ].find((each) => each !== undefined);
  return said(fault?.message) ?? vertices.map(attributeFault).find((each) => each !== undefined);
}

const scalar = (name: ScalarTypeName) => ({ kind: 'scalar', name }) as const;

/** The types as a schema, in the order of the proposal. */
export function schemaOf(graph: string, proposal: EditedProposal): GraphSchema {
  const vertexTypes = verticesIn(proposal).map(({ name, key, attributes }): VertexType => ({
    name,
    primaryId: { name: key.name, type: key.type, asAttribute: true, isPrimaryKey: false },
    attributes: attributes.map((each) => ({ name: each.name, type: scalar(each.type) })),
  }));
  const edgeTypes = proposal.edges
    .filter((edge) => isIn(proposal, edge))
    .map(({ name, from, to, attributes, discriminator }): EdgeType => ({
      name,
      directed: true,
      pairs: [{ from: from.vertex, to: to.vertex }],
      attributes: attributes.map((each) => ({ name: each.name, type: scalar(each.type) })),
      discriminator,
    }));
  return { name: graph, vertexTypes, edgeTypes, tuples: [], queries: [] };
}

/** Rows of vertices that refer to none by the column are no faults, and make no edge. */
const holdsValue = (index: number): Where => ({
  joined: 'AND',
  tests: [{ source: { kind: 'column', index }, operator: 'IS NOT EMPTY', value: '' }],
});

/** The mappings of the files that the proposal was made for, from their columns to its types. */
export function mappingsOf(
  proposal: EditedProposal,
  schema: GraphSchema,
  files: readonly { readonly file: { readonly name: string } }[],
): Omit<Mapping, 'key'>[] {
  const made = (
    table: number,
    target: Mapping['target'],
    columns: readonly number[],
    where: Where = EVERY_ROW,
  ): Omit<Mapping, 'key'> => ({
    file: files[table]?.file.name ?? '',
    target,
    slots: slotsOf(schema, target).map((slot, at): Slot => ({
      ...slot,
      source: { kind: 'column', index: columns[at] ?? 0 },
    })),
    // Ends without a row of their own are made, so that nothing of a first load is lost.
    endsMustExist: false,
    where,
  });
  const vertices = verticesIn(proposal).flatMap(({ name, table, key, attributes }) => {
    const columns = [key.column, ...attributes.map((each) => each.column)];
    return table === null ? [] : [made(table, { kind: 'vertex', type: name }, columns)];
  });
  const edges = proposal.edges
    .filter((edge) => isIn(proposal, edge))
    .map((edge) => {
      const { name, table, from, to, attributes } = edge;
      const pair = { from: from.vertex, to: to.vertex };
      const columns = [from.column, to.column, ...attributes.map((each) => each.column)];
      const where = isOfEdges(proposal, edge) ? EVERY_ROW : holdsValue(to.column);
      return made(table, { kind: 'edge', type: name, pair }, columns, where);
    });
  return [...vertices, ...edges];
}

/** The files as the workspace is asked for a schema. */
export const sourcesOf = (
  files: readonly ChosenFile[],
): readonly { readonly file: string; readonly options: ParsingOptions }[] =>
  files.map(({ file, preview }) => ({ file: file.path, options: preview.options }));
