/** Checks schema change jobs, and applies their statements to a schema. */
import { finding } from '../diagnostics/catalogue.ts';
import type { EdgePair, EdgeType, GraphSchema, VertexType } from '../../schema.ts';
import type { Name, SchemaStep } from '../ast.ts';
import { attributesOf, edgeTypeOf, reportUnknown, reverseOf, vertexTypeOf } from './ddl.ts';
import type { Report } from './ddl.ts';
import { afterVectorStep } from './vectors.ts';

/** The schema after the steps. Errors are reported; the valid parts of a step are applied all the same. */
export function afterSteps(steps: readonly SchemaStep[], schema: GraphSchema, report: Report): GraphSchema {
  return steps.reduce((current, step) => afterStep(step, current, report), schema);
}

function afterStep(step: SchemaStep, schema: GraphSchema, report: Report): GraphSchema {
  switch (step.kind) {
    case 'addType': {
      if (step.type.kind === 'createVertex') {
        const type = vertexTypeOf(step.type, schema, report);
        return { ...schema, vertexTypes: [...schema.vertexTypes, type] };
      }
      const type = edgeTypeOf(step.type, schema, report);
      const reverse = reverseOf(type);
      return {
        ...schema,
        edgeTypes: [...schema.edgeTypes, type, ...(reverse === undefined ? [] : [reverse])],
      };
    }
    case 'alter': {
      const types: readonly (VertexType | EdgeType)[] =
        step.what === 'vertex' ? schema.vertexTypes : schema.edgeTypes;
      const type = known(types, step.type, step.what, report);
      if (type === undefined) return schema;
      const names = type.attributes.map(({ name }) => name);
      for (const name of step.drop)
        if (!names.includes(name.text)) reportUnknown(report, 'Attribute', name, names);
      for (const { name, span } of step.add) {
        if (names.includes(name)) report('error', finding('attributeThere', { type: type.name, name }), span);
      }
      const gone = new Set(step.drop.map(({ text }) => text));
      const attributes = [
        ...type.attributes.filter(({ name }) => !gone.has(name)),
        ...attributesOf(step.add, schema, report),
      ];
      const altered = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
        list.map((each) => (each.name === type.name ? { ...each, attributes } : each));
      return { ...schema, vertexTypes: altered(schema.vertexTypes), edgeTypes: altered(schema.edgeTypes) };
    }
    case 'pairs': {
      const type = known(schema.edgeTypes, step.type, 'edge', report);
      for (const end of step.pairs.flatMap(({ from, to }) => [from, to])) {
        if (end.text !== '*') known(schema.vertexTypes, end, 'vertex', report);
      }
      if (type === undefined) return schema;
      const named = step.pairs.map(({ from, to }) => ({ from: from.text, to: to.text }));
      const pairs = step.adds
        ? [...type.pairs, ...named]
        : type.pairs.filter((pair) => !named.some(samePair(pair)));
      return {
        ...schema,
        edgeTypes: schema.edgeTypes.map((each) => (each === type ? { ...type, pairs } : each)),
      };
    }
    case 'addEnds': {
      const type = known(schema.edgeTypes, step.type, 'edge', report);
      for (const end of [...step.from, ...step.to]) known(schema.vertexTypes, end, 'vertex', report);
      if (type === undefined) return schema;
      const pairs = [...type.pairs, ...newEnds(type.pairs, step)];
      return {
        ...schema,
        edgeTypes: schema.edgeTypes.map((each) => (each === type ? { ...type, pairs } : each)),
      };
    }
    case 'index': {
      const type = known(schema.vertexTypes, step.type, 'vertex', report);
      if (type === undefined) return schema;
      const names = type.attributes.map(({ name }) => name);
      const others = (type.indexes ?? []).filter(({ name }) => name !== step.name.text);
      const { attribute } = step;
      if (attribute !== undefined && !names.includes(attribute.text))
        reportUnknown(report, 'Attribute', attribute, names);
      const indexes =
        attribute === undefined ? others : [...others, { name: step.name.text, attribute: attribute.text }];
      return {
        ...schema,
        vertexTypes: schema.vertexTypes.map((each) => (each === type ? { ...type, indexes } : each)),
      };
    }
    case 'vector': {
      const type = known(schema.vertexTypes, step.type, 'vertex', report);
      if (type === undefined) return schema;
      const vectors = afterVectorStep(step, type, report);
      return {
        ...schema,
        vertexTypes: schema.vertexTypes.map((each) => (each === type ? { ...type, vectors } : each)),
      };
    }
    case 'dropTypes': {
      const types: readonly (VertexType | EdgeType)[] =
        step.what === 'vertex' ? schema.vertexTypes : schema.edgeTypes;
      for (const name of step.names) known(types, name, step.what, report);
      const gone = new Set(step.names.map(({ text }) => text));
      const kept = <T extends { readonly name: string }>(list: readonly T[]): readonly T[] =>
        list.filter(({ name }) => !gone.has(name));
      return step.what === 'vertex'
        ? { ...schema, vertexTypes: kept(schema.vertexTypes) }
        : { ...schema, edgeTypes: kept(schema.edgeTypes) };
    }
    case 'dropTuples': {
      const gone = new Set(step.names.map(({ text }) => text));
      return { ...schema, tuples: schema.tuples.filter(({ name }) => !gone.has(name)) };
    }
    case 'member':
      return schema;
  }
}

/** New sources reach every target that there is, new targets are reached from every source. */
export function newEnds(
  pairs: readonly EdgePair[],
  { from, to }: Extract<SchemaStep, { kind: 'addEnds' }>,
): EdgePair[] {
  const froms = new Set([...pairs.map((pair) => pair.from), ...from.map(({ text }) => text)]);
  const tos = new Set([...pairs.map((pair) => pair.to), ...to.map(({ text }) => text)]);
  return [...froms]
    .flatMap((a) => [...tos].map((b) => ({ from: a, to: b })))
    .filter((pair) => !pairs.some(samePair(pair)));
}

const samePair =
  (a: EdgePair) =>
  (b: EdgePair): boolean =>
    a.from === b.from && a.to === b.to;

function known<T extends { readonly name: string }>(
  types: readonly T[],
  name: Name,
  what: 'vertex' | 'edge',
  report: Report,
): T | undefined {
  const found = types.find((type) => type.name === name.text);
  if (found === undefined) {
    reportUnknown(
      report,
      what === 'vertex' ? 'Vertex type' : 'Edge type',
      name,
      types.map((type) => type.name),
    );
  }
  return found;
}
