/** The GSQL that would recreate an exported catalog, for people and for other stores. */
import { scopeOf, type Catalog } from '../catalog/catalog.ts';
import { edgeText, tupleDefinition, vertexText } from '../catalog/type-text.ts';
import type { Exported } from './exported.ts';
import { loadingText } from './loading-text.ts';

/** Files by name, as TigerGraph has them: `tuple.gsql`, `global.gsql`, `DBImportExport_g.gsql` for each graph, and more. */
export function readableText(catalog: Catalog, exported: Exported): Map<string, string> {
  const files = new Map<string, string>();
  if (exported.tuples.length > 0) files.set('tuple.gsql', lines(exported.tuples.map(tupleDefinition)));
  const created = (graph: string | null, verb: string, end: string): string[] => {
    const scope = scopeOf(catalog, graph);
    return [
      ...exported.vertexTypes.flatMap(({ graph: owner, type }) => {
        const entry = owner === graph ? scope.vertexTypes.get(type.name) : undefined;
        return entry === undefined ? [] : [`${verb} ${vertexText(entry)}${end}`];
      }),
      ...exported.edgeTypes.flatMap(({ graph: owner, type }) => {
        const seen = owner === graph ? scope.edgeTypes.get(type.name) : undefined;
        return seen === undefined ? [] : [`${verb} ${edgeText(catalog, scope, type.name, seen)}${end}`];
      }),
    ];
  };
  const global = [
    ...created(null, 'CREATE', ''),
    ...(exported.packages ?? []).map((name) => `CREATE PACKAGE ${name}`),
    ...(exported.templates ?? []).map(({ code }) => code),
  ];
  if (global.length > 0) files.set('global.gsql', lines(['USE GLOBAL', ...global]));
  if (exported.rows.length > 0) files.set('run_loading_jobs.gsql', loadingText(catalog, exported));
  const jobs = (graph: string | null): string[] =>
    exported.schemaJobs.filter((job) => job.graph === graph).map(({ code }) => code);
  for (const graph of [null, ...exported.graphs.map(({ name }) => name)]) {
    const ofGraph = jobs(graph);
    if (ofGraph.length > 0)
      files.set(`SchemaChangeJob/${graph ?? 'Global'}_Schema_Change_Jobs.gsql`, lines(ofGraph));
  }
  for (const { name, vertexTypes, edgeTypes } of exported.graphs) {
    const isLocal = (
      type: string,
      types: readonly { graph: string | null; type: { name: string } }[],
    ): boolean => types.some((each) => each.graph === name && each.type.name === type);
    const vertices = vertexTypes.filter((type) => !isLocal(type, exported.vertexTypes));
    const edges = edgeTypes.filter((type) => !isLocal(type, exported.edgeTypes));
    const local = created(name, '  ADD', ';');
    const job = `import_${name}`;
    files.set(
      `DBImportExport_${name}.gsql`,
      lines([
        ...madeGraph(name, vertices, edges),
        ...(local.length === 0
          ? []
          : [
              `CREATE SCHEMA_CHANGE JOB ${job} FOR GRAPH ${name} {\n${local.join('\n')}\n}`,
              `RUN SCHEMA_CHANGE JOB ${job}`,
              `DROP JOB ${job}`,
            ]),
        ...[...exported.loadingJobs, ...exported.queries]
          .filter(({ graph }) => graph === name)
          .map(({ code }) => code),
      ]),
    );
  }
  return files;
}

/** CREATE GRAPH takes no vertex types without an edge type: those are added afterwards. */
function madeGraph(name: string, vertices: readonly string[], edges: readonly string[]): string[] {
  if (vertices.length === 0 || edges.length > 0)
    return [`CREATE GRAPH ${name}(${[...vertices, ...edges].join(', ')})`];
  const job = `import_types_of_${name}`;
  return [
    `CREATE GRAPH ${name}()`,
    `CREATE GLOBAL SCHEMA_CHANGE JOB ${job} {\n  ADD VERTEX ${vertices.join(', ')} TO GRAPH ${name};\n}`,
    `RUN GLOBAL SCHEMA_CHANGE JOB ${job}`,
    `DROP JOB ${job}`,
    `USE GRAPH ${name}`,
  ];
}

const lines = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;
