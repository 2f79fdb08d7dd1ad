/** Contents of a loading job for clients, under TigerGraph's names of its parts. */
import type { WireLoadingJobParts, WireLoadingStatement, WireMapping } from '@acacia/contract';
import { parseProgram, type Ast } from '@acacia/language';

function mapping(value: Ast.LoadValue): WireMapping {
  switch (value.kind) {
    case 'column':
      return { Type: 'SrcColIndex', Value: value.index };
    case 'namedColumn':
      return { Type: 'SrcColName', Value: [value.name, ...(value.path ?? [])].join(':') };
    case 'fileName':
      return { Type: 'FileName', Value: '$sys.file_name' };
    case 'literal':
      return { Type: 'Literal', Value: value.value };
    case 'skip':
      return { Type: 'Default' };
    case 'function':
      return { Type: 'UDF', Value: value.name, Params: value.args.map(mapping) };
    case 'pair':
      return { Type: 'Pair', Params: [value.key, value.value].map(mapping) };
    case 'tuple':
      return { Type: 'CompositeKey', Params: value.items.map(mapping) };
    case 'arithmetic':
      return { Type: 'Arithmetic', Value: value.op, Params: [value.left, value.right].map(mapping) };
  }
}

const SOURCES = { variable: 'FileVar', path: 'FilePath', tempTable: 'TempTable' } as const;
const KINDS = { vertex: 'Vertex', edge: 'Edge', tempTable: 'TempTable', vector: 'Vector' } as const;

function loadParts({ source, targets, using }: Ast.LoadStatement): WireLoadingStatement[] {
  return targets.map((target) => ({
    Type: KINDS[target.kind],
    TargetName: target.type.text,
    ...(target.kind === 'edge' && target.fromType !== undefined
      ? { FromVertexType: target.fromType.text }
      : {}),
    ...(target.kind === 'edge' && target.toType !== undefined ? { ToVertexType: target.toType.text } : {}),
    Mappings: target.values.map(mapping),
    UsingClauses: { ...using },
    DataSource: { Type: SOURCES[source.kind], Value: source.text },
  }));
}

function deleteParts(statement: Ast.LoadDelete): WireLoadingStatement {
  const { source, using } = statement;
  const ids =
    statement.kind === 'deleteVertex'
      ? [statement.id]
      : [statement.from.value, ...(statement.to === undefined ? [] : [statement.to.value])];
  return {
    Type: statement.kind === 'deleteVertex' ? 'DeleteVertex' : 'DeleteEdge',
    TargetName: statement.type?.text ?? '*',
    Mappings: ids.map(mapping),
    UsingClauses: { ...using },
    DataSource: { Type: SOURCES[source.kind], Value: source.text },
  };
}

/** The parts of a loading job; empty for a text that is no loading job. */
export function jobParts(code: string): WireLoadingJobParts {
  const [job] = parseProgram(code).program.statements;
  if (job?.kind !== 'createLoadingJob') return { Headers: {}, Filters: [], LoadingStatements: [] };
  return {
    Headers: Object.fromEntries(job.headers.map(({ name, columns }) => [name.text, [...columns]])),
    Filters: job.filters.map(({ name, condition }) => ({
      Name: name.text,
      // Spans are of the stored text, which is the job alone.
      Condition: code.slice(condition.span.start, condition.span.end),
    })),
    LoadingStatements: [...job.loads.flatMap(loadParts), ...job.deletes.map(deleteParts)],
  };
}
