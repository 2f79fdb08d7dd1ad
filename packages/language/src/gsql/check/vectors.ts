/** Vector attributes: their definitions, their loading, vectorSearch, and the types that count as vectors. */
import { finding, type Finding } from '../diagnostics/catalogue.ts';
import type { GraphSchema, VectorAttribute, VectorMetric, VertexType } from '../../schema.ts';
import type { Type } from '../analysis.ts';
import type { LoadTarget, SchemaStep, VectorOption, VectorSearch } from '../ast.ts';
import type { Context } from './context.ts';
import { reportUnknown } from './ddl.ts';
import type { Report } from './ddl.ts';
import { checkNumber, checkValue } from './expressions.ts';
import { ANY_SET, describe, isNumeric, isVertexCollection } from './types.ts';

type VectorStep = Extract<SchemaStep, { kind: 'vector' }>;

const METRICS: readonly VectorMetric[] = ['COSINE', 'L2', 'IP'];
/** The most numbers that a vector may have (TigerGraph, Enterprise Edition). */
export const MAX_VECTOR_DIMENSION = 32_768;

/** The vectors of a type after a step. Errors are reported; the valid part of the step is applied all the same. */
export function afterVectorStep(step: VectorStep, type: VertexType, report: Report): VectorAttribute[] {
  const vectors = [...(type.vectors ?? [])];
  const names = vectors.map(({ name }) => name);
  if (step.options === undefined) {
    if (!names.includes(step.name.text)) reportUnknown(report, 'Vector attribute', step.name, names);
    return vectors.filter(({ name }) => name !== step.name.text);
  }
  if ([...names, ...type.attributes.map(({ name }) => name), type.primaryId.name].includes(step.name.text)) {
    report('error', finding('attributeThere', { type: type.name, name: step.name.text }), step.name.span);
  }
  const vector = vectorOf(step.name.text, step.options, (found, span) => {
    report('error', found, span ?? step.span);
  });
  return [...vectors, vector];
}

/** The vector attribute of a definition; `refuse` is called with each of its errors. */
export function vectorOf(
  name: string,
  options: readonly VectorOption[],
  refuse: (found: Finding, span?: VectorOption['span']) => void,
): VectorAttribute {
  let dimension = 0;
  let metric: VectorMetric = 'COSINE';
  const only = (option: VectorOption, wanted: string): void => {
    if (String(option.value).toUpperCase() !== wanted)
      refuse(
        finding('vectorOptionValue', { option: option.name, wanted, given: shown(option.value) }),
        option.span,
      );
  };
  for (const option of options) {
    switch (option.name) {
      case 'DIMENSION': {
        const given = Number(option.value);
        if (Number.isInteger(given) && given >= 1 && given <= MAX_VECTOR_DIMENSION) dimension = given;
        else
          refuse(
            finding('vectorDimension', { most: MAX_VECTOR_DIMENSION, given: shown(option.value) }),
            option.span,
          );
        break;
      }
      case 'METRIC': {
        const given = METRICS.find((each) => each === String(option.value).toUpperCase());
        if (given === undefined) refuse(finding('vectorMetric', { given: shown(option.value) }), option.span);
        else metric = given;
        break;
      }
      case 'INDEX':
      case 'INDEXTYPE':
        only(option, 'HNSW');
        break;
      case 'DATATYPE':
        only(option, 'FLOAT');
        break;
      default:
        refuse(finding('vectorOptionUnknown', { option: option.name }), option.span);
    }
  }
  if (!options.some((option) => option.name === 'DIMENSION'))
    refuse(finding('vectorWithoutDimension', { name }));
  return { name, dimension, metric };
}

const shown = (value: string | number): string => (typeof value === 'string' ? `"${value}"` : String(value));

export function checkVectorTarget(
  target: Extract<LoadTarget, { kind: 'vector' }>,
  schema: GraphSchema,
  report: Report,
): void {
  const type = schema.vertexTypes.find(({ name }) => name === target.type.text);
  if (type === undefined) {
    reportUnknown(
      report,
      'Vertex type',
      target.type,
      schema.vertexTypes.map(({ name }) => name),
    );
    return;
  }
  const names = (type.vectors ?? []).map(({ name }) => name);
  if (!names.includes(target.attribute.text))
    reportUnknown(report, 'Vector attribute', target.attribute, names);
  if (target.values.length !== 2) {
    report('error', finding('vectorLoadValues', { given: target.values.length }), target.attribute.span);
  }
}

/** Whether values of the type count as vectors: lists of numbers. */
export function isVector(type: Type): boolean {
  if (type.kind !== 'list' && type.kind !== 'bag') return false;
  return isNumeric(type.element) || type.element.kind === 'unknown';
}

export function checkVectorSearch(ctx: Context, search: VectorSearch): Type {
  const found = search.attributes.flatMap(({ type, name }) => {
    const vertexType = ctx.schema.vertexTypes.get(type.text);
    if (vertexType === undefined) {
      ctx.unknown('Vertex type', type.text, type.span, ctx.schema.vertexTypes.keys());
      return [];
    }
    const vectors = vertexType.vectors ?? [];
    const vector = vectors.find((each) => each.name === name.text);
    if (vector === undefined) {
      const known = vectors.map((each) => each.name);
      ctx.unknown('Vector attribute', name.text, name.span, known, ` in vertex type ${type.text}`);
      return [];
    }
    return [{ vector, span: name.span, typeName: type.text }];
  });
  const [first] = found;
  for (const { vector, span, typeName } of found) {
    const { dimension, metric } = first?.vector ?? vector;
    if (vector.dimension !== dimension || vector.metric !== metric) {
      ctx.error(
        finding('vectorsDiffer', {
          type: typeName,
          vector: vector.name,
          dimension: vector.dimension,
          metric: vector.metric,
          firstDimension: dimension,
          firstMetric: metric,
        }),
        span,
      );
    }
  }
  checkOperands(ctx, search);
  if (found.length === 0) return ANY_SET;
  return { kind: 'vertexSet', types: [...new Set(found.map((each) => each.typeName))] };
}

function checkOperands(ctx: Context, search: VectorSearch): void {
  const query = checkValue(ctx, search.query);
  if (query.kind !== 'unknown' && !isVector(query)) {
    ctx.error(finding('queryVectorType', { type: describe(query) }), search.query.span);
  }
  checkNumber(ctx, search.k, 'The number of vertices to find');
  if (search.ef !== undefined) checkNumber(ctx, search.ef, 'ef');
  if (search.candidates !== undefined) {
    const type = checkValue(ctx, search.candidates);
    if (type.kind !== 'unknown' && type.kind !== 'vertexSet' && !isVertexCollection(type)) {
      ctx.error(finding('candidateSetType', { type: describe(type) }), search.candidates.span);
    }
  }
  if (search.distances !== undefined) {
    const type = checkValue(ctx, search.distances);
    if (type.kind !== 'unknown' && !isDistanceMap(type)) {
      ctx.error(finding('distanceMapType', { type: describe(type) }), search.distances.span);
    }
  }
}

function isDistanceMap(type: Type): boolean {
  if (type.kind !== 'map') return false;
  const { key, value } = type;
  return (key.kind === 'vertex' || key.kind === 'unknown') && (isNumeric(value) || value.kind === 'unknown');
}
