/** A change of the schema as the GSQL of a schema change job that makes it. */
import {
  attributeText,
  pairsText,
  schemaJobText,
  vectorStep,
  vertexSteps,
  type EdgePair,
} from '@acacia/language';
import type { AlterType, SchemaChange } from '../schema-change.ts';
import { scopeOf, type Catalog } from './catalog.ts';
import { edgeText } from './type-text.ts';

/** The name of the job; the console drops the job after it has run. */
const JOB = 'change_schema';

/**
 * The job, or two where a graph also gets or loses global types: only a global job moves those.
 * @param after the catalog in which the change was made
 */
export function changeText(after: Catalog, graph: string | null, change: SchemaChange): string {
  const { addGlobalTypes = [], dropGlobalTypes = [] } = change;
  const members =
    graph === null
      ? []
      : [
          ...dropGlobalTypes.map((name) => `DROP ${kindOf(after, name)} ${name} FROM GRAPH ${graph};`),
          ...addGlobalTypes.map((name) => `ADD ${kindOf(after, name)} ${name} TO GRAPH ${graph};`),
        ];
  const own = stepsOf(after, graph, change);
  return [
    ...(members.length === 0 ? [] : [schemaJobText(JOB, null, members)]),
    ...(own.length === 0 ? [] : [schemaJobText(JOB, graph, own)]),
  ].join('\n\n');
}

const kindOf = (catalog: Catalog, name: string): 'VERTEX' | 'EDGE' =>
  scopeOf(catalog, null).vertexTypes.has(name) ? 'VERTEX' : 'EDGE';

function stepsOf(after: Catalog, graph: string | null, change: SchemaChange): string[] {
  const scope = scopeOf(after, graph);
  const addedVertices = (change.addVertexTypes ?? []).flatMap(({ name }) => {
    const entry = scope.vertexTypes.get(name);
    return entry === undefined ? [] : vertexSteps(entry.type);
  });
  const addedEdges = (change.addEdgeTypes ?? []).flatMap(({ name }) => {
    const seen = scope.edgeTypes.get(name);
    return seen === undefined ? [] : [`ADD ${edgeText(after, scope, name, seen)};`];
  });
  return [
    ...(change.dropEdgeTypes ?? []).map((name) => `DROP EDGE ${name};`),
    ...(change.dropVertexTypes ?? []).map((name) => `DROP VERTEX ${name};`),
    ...addedVertices,
    ...addedEdges,
    ...(change.alterVertexTypes ?? []).flatMap((alter) => alterSteps('VERTEX', alter)),
    ...(change.alterEdgeTypes ?? []).flatMap((alter) => alterSteps('EDGE', alter)),
  ];
}

function alterSteps(what: 'VERTEX' | 'EDGE', alter: AlterType): string[] {
  const subject = `ALTER ${what} ${alter.name}`;
  const listed = (step: string, parts: readonly string[]): string[] =>
    parts.length === 0 ? [] : [`${subject} ${step} (${parts.join(', ')});`];
  const pairs = (step: string, list: readonly EdgePair[] = []): string[] =>
    list.length === 0 ? [] : [`${subject} ${step} PAIR (${pairsText(list)});`];
  return [
    ...(alter.dropIndexes ?? []).map((name) => `${subject} DROP INDEX ${name};`),
    ...listed('DROP ATTRIBUTE', alter.dropAttributes ?? []),
    ...listed('ADD ATTRIBUTE', (alter.addAttributes ?? []).map(attributeText)),
    ...(alter.addIndexes ?? []).map(
      ({ name, attribute }) => `${subject} ADD INDEX ${name} ON (${attribute});`,
    ),
    ...(alter.dropVectors ?? []).map((name) => `${subject} DROP VECTOR ATTRIBUTE ${name};`),
    ...(alter.addVectors ?? []).map((vector) => vectorStep(alter.name, vector)),
    ...pairs('ADD', alter.addPairs),
    ...pairs('DROP', alter.dropPairs),
  ];
}
