/** A schema proposed for files, as a person edits it: types are left out, renamed, and given other keys. Pure. */
import type { ParsingOptions, WireProposal } from '@acacia/contract';
import {
  nameFault,
  type EdgeType,
  type GraphSchema,
  type ScalarTypeName,
  type VertexType,
} from '@acacia/language';
import type { ChosenFile } from './loader-state.ts';
import { slotsOf, type Mapping, type Slot } from './mapping.ts';

export interface EditedProposal extends WireProposal {
  /** Names of vertex types that are left out. */
  readonly leftOut: ReadonlySet<string>;
}

export const editedFrom = (proposal: WireProposal): EditedProposal => ({ ...proposal, leftOut: new Set() });

type Edge = WireProposal['edges'][number];
type Vertex = WireProposal['vertices'][number];

const isIn = ({ leftOut }: EditedProposal, { chosen, from, to }: Edge): boolean =>
  chosen && !leftOut.has(from.vertex) && !leftOut.has(to.vertex);

/** Vertex types that only edges bring are in when one of these edges is. */
function verticesIn(proposal: EditedProposal): readonly Vertex[] {
  const reached = new Set(
    proposal.edges.filter((edge) => isIn(proposal, edge)).flatMap(({ from, to }) => [from.vertex, to.vertex]),
  );
  return proposal.vertices.filter(
    ({ name, table }) => !proposal.leftOut.has(name) && (table !== null || reached.has(name)),
  );
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

const CHOSEN = { confidence: 1, reason: 'You chose it.' };

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

/** Why the schema cannot be created, or undefined. */
export function proposalFault(proposal: EditedProposal): string | undefined {
  const vertices = verticesIn(proposal);
  const edges = proposal.edges.filter((edge) => isIn(proposal, edge));
  if (vertices.length === 0) return 'Choose a vertex type.';
  const names = [...vertices, ...edges].map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `Two types have the name ${twice}.`;
  return [
    ...vertices.map(({ name }) => nameFault('vertex type', name)),
    ...edges.map(({ name }) => nameFault('edge type', name)),
  ].find((fault) => fault !== undefined)?.message;
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
    .map(({ name, from, to, attributes }): EdgeType => ({
      name,
      directed: true,
      pairs: [{ from: from.vertex, to: to.vertex }],
      attributes: attributes.map((each) => ({ name: each.name, type: scalar(each.type) })),
      discriminator: [],
    }));
  return { name: graph, vertexTypes, edgeTypes, tuples: [], queries: [] };
}

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
  ): Omit<Mapping, 'key'> => ({
    file: files[table]?.file.name ?? '',
    target,
    slots: slotsOf(schema, target).map((slot, at): Slot => ({
      ...slot,
      source: { kind: 'column', index: columns[at] ?? 0 },
    })),
    // Ends without a row of their own are made, so that nothing of a first load is lost.
    endsMustExist: false,
  });
  const vertices = verticesIn(proposal).flatMap(({ name, table, key, attributes }) => {
    const columns = [key.column, ...attributes.map((each) => each.column)];
    return table === null ? [] : [made(table, { kind: 'vertex', type: name }, columns)];
  });
  const edges = proposal.edges
    .filter((edge) => isIn(proposal, edge))
    .map(({ name, table, from, to, attributes }) => {
      const pair = { from: from.vertex, to: to.vertex };
      const columns = [from.column, to.column, ...attributes.map((each) => each.column)];
      return made(table, { kind: 'edge', type: name, pair }, columns);
    });
  return [...vertices, ...edges];
}

/** The files as the workspace is asked for a schema. */
export const sourcesOf = (
  files: readonly ChosenFile[],
): readonly { readonly file: string; readonly options: ParsingOptions }[] =>
  files.map(({ file, preview }) => ({ file: file.path, options: preview.options }));
