/** Walks along edges as a person asks for them, and as the workspace is asked. Pure. */
import type { AttributeCondition, ExpandRequest, ExpandStep, WireGraphSchema } from '@acacia/contract';
import type { VertexRef } from '../../workspace-tool/wire-graph.ts';
import { conditionGsql, type Problem } from '../condition-gsql.ts';

/** The edges that are followed, and the vertices that may be come to. */
export interface Along {
  /** Names of edge types; null: all. */
  readonly edgeTypes: readonly string[] | null;
  /** Names of vertex types; null: all. */
  readonly vertexTypes: readonly string[] | null;
  /** Conditions on the edges and vertices of a type; those of other types pass. */
  readonly where: readonly AttributeCondition[];
}

export interface WalkStep extends Along {
  /** Ways in which directed edges are followed. */
  readonly direction: 'any' | 'out' | 'in';
  /** Edges for each vertex. */
  readonly limit: number;
}

/** At least one step. */
export type Walk = readonly [WalkStep, ...WalkStep[]];

export const EVERYWHERE: Along = { edgeTypes: null, vertexTypes: null, where: [] };
export const WHOLE_STEP: WalkStep = { ...EVERYWHERE, direction: 'any', limit: 200 };

/** The most edges of a step for each vertex. */
export const MOST_EDGES = 10_000;
/** The most steps of a walk, and conditions of a step. */
export const MOST_STEPS = 10;
export const MOST_CONDITIONS = 10;

type AlongRequest = Pick<ExpandStep, 'edgeTypes' | 'vertexTypes' | 'vertexFilters' | 'edgeFilters'>;

/** @returns a problem for a condition that does not fit its attribute */
export function alongRequest(along: Along, schema: WireGraphSchema): AlongRequest | Problem {
  const { edgeTypes, vertexTypes, where } = along;
  const filters = {
    vertex: [] as { type: string; condition: string }[],
    edge: [] as { type: string; condition: string }[],
  };
  for (const condition of where) {
    const { kind, type, attribute } = condition;
    const types = kind === 'vertex' ? schema.VertexTypes : schema.EdgeTypes;
    const read = conditionGsql(condition, attribute, types, type);
    if ('problem' in read) return read;
    filters[kind].push({ type, condition: read.text });
  }
  return {
    ...(edgeTypes === null ? {} : { edgeTypes: [...edgeTypes] }),
    ...(vertexTypes === null ? {} : { vertexTypes: [...vertexTypes] }),
    ...(filters.vertex.length === 0 ? {} : { vertexFilters: filters.vertex }),
    ...(filters.edge.length === 0 ? {} : { edgeFilters: filters.edge }),
  };
}

/** @returns a problem for a condition that does not fit its attribute */
export function walkRequest(
  vertices: readonly VertexRef[],
  [first, ...further]: Walk,
  schema: WireGraphSchema,
): ExpandRequest | Problem {
  const stepRequest = ({ direction, limit, ...along }: WalkStep): ExpandStep | Problem => {
    const request = alongRequest(along, schema);
    return 'problem' in request ? request : { ...request, direction, limit };
  };
  const begin = stepRequest(first);
  if ('problem' in begin) return begin;
  const then: ExpandStep[] = [];
  for (const step of further) {
    const request = stepRequest(step);
    if ('problem' in request) return request;
    then.push(request);
  }
  return { ...begin, vertices: [...vertices], ...(then.length === 0 ? {} : { then }) };
}
