/** Cardinalities and histograms (GSQL server endpoints, "Statistics"), taken from the graph when they are asked for. */
import { HistogramParameters } from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { printed } from '../traversal/interpreter.ts';
import { bodyText, jsonBody, queryParameters, searchParams } from '../http/request-body.ts';
import { requiredGraph, type Services } from '../services.ts';
import { edgeTypeOf, vertexTypeOf } from '../types-of-graph.ts';

type Asked = z.output<typeof HistogramParameters>;

interface Bucket {
  /** Rows in it. */
  readonly rowsTotal: number;
  /** Those with its greatest value. */
  readonly rowsUpper: number;
  readonly upperBound: unknown;
}

type Counted = readonly [value: number | bigint | string | boolean, rows: number];

function compared([a]: Counted, [b]: Counted): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a) < String(b) ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Buckets of about as many rows each, in the order of their values. */
function bucketsOf(counted: readonly Counted[], buckets: number): Bucket[] {
  const total = counted.reduce((sum, [, rows]) => sum + rows, 0);
  const made: Bucket[] = [];
  let [rowsTotal, before] = [0, 0];
  const sorted = counted.toSorted(compared);
  for (const [index, [upperBound, rowsUpper]] of sorted.entries()) {
    rowsTotal += rowsUpper;
    const isFull = before + rowsTotal >= ((made.length + 1) * total) / buckets;
    if (!isFull && index < sorted.length - 1) continue;
    made.push({ rowsTotal, rowsUpper, upperBound });
    before += rowsTotal;
    rowsTotal = 0;
  }
  return made;
}

/** Types of attributes whose values have an order, with the type of their keys in a map. */
const KEYS: Readonly<Record<string, string>> = {
  INT: 'INT',
  UINT: 'UINT',
  FLOAT: 'DOUBLE',
  DOUBLE: 'DOUBLE',
  STRING: 'STRING',
  BOOL: 'BOOL',
  DATETIME: 'DATETIME',
};

export function dataStatisticsRoutes(on: Register, { engine, heavy }: Services): void {
  on('GET /gsql/v1/stats/cardinality', async (request) => {
    const graph = requiredGraph(engine, request);
    return heavy.run(async () => {
      const ends = (engine.schema(graph)?.edgeTypes ?? [])
        .filter(({ reverseOf }) => reverseOf === undefined)
        .flatMap(({ name, pairs }) => pairs.map((pair) => ({ type: name, ...pair })));
      const byEnds = [];
      for (const { type, from, to } of ends) {
        const [row] = await engine.countEdges(graph, type, { from, to });
        byEnds.push({ type, from, to, count: row?.count ?? 0 });
      }
      const [vertices, edges] = [await engine.countVertices(graph, '*'), await engine.countEdges(graph, '*')];
      return gsql({ vertex_counts: vertices, edge_counts: [...edges, ...byEnds] });
    });
  });

  /** Parameters stand in the body, which clients send by GET too, or in the address. */
  const askedFor = (request: FastifyRequest): Asked => {
    const inBody = bodyText(request).trim() === '' ? {} : jsonBody(request, HistogramParameters.partial());
    const inAddress = queryParameters(request, HistogramParameters.partial());
    const { bucket } = searchParams(request).has('bucket') ? inAddress : { bucket: inBody.bucket ?? 10 };
    const { graph = '', attribute = '', ...rest } = { ...inAddress, ...inBody };
    if (graph === '') throw problem('parameterMissing', { name: 'graph' });
    if (attribute === '') throw problem('parameterMissing', { name: 'attribute' });
    return { ...rest, graph, attribute, bucket: bucket ?? 10 };
  };
  const measure = async (request: FastifyRequest): Promise<Bucket[]> => {
    const { graph, vertex, edge, from, to, attribute, bucket } = askedFor(request);
    const caller = callerOf(request);
    // The graph may stand in the body, which the table of calls does not see.
    if (!caller.may('READ_DATA', { graph }))
      throw problem('privilegeMissing', { name: caller.name, privilege: 'READ_DATA' });
    if (!engine.graphs().includes(graph)) throw problem('noGraph', { graph });
    if ((vertex === undefined) === (edge === undefined)) throw problem('histogramOf');
    const type =
      vertex === undefined ? edgeTypeOf(engine, graph, edge ?? '') : vertexTypeOf(engine, graph, vertex);
    const declared = type.attributes.find(({ name }) => name === attribute);
    if (declared === undefined)
      throw problem('noAttribute', {
        name: attribute,
        known: type.attributes.map(({ name }) => name).join(', ') || 'none',
      });
    const key = declared.type.kind === 'scalar' ? KEYS[declared.type.name] : undefined;
    if (key === undefined) throw problem('histogramType', { name: attribute });
    const ends = [from, to].map((end) =>
      end === undefined ? undefined : vertexTypeOf(engine, graph, end).name,
    );
    const rows =
      'directed' in type
        ? `S = SELECT s FROM ${ends[0] ?? ''}:s -(${type.name}${type.directed ? '>' : ''}:x)- ${ends[1] ?? ''}:t`
        : `S = SELECT x FROM ${type.name}:x`;
    const text = `INTERPRET QUERY () FOR GRAPH ${graph} SYNTAX v2 {
  MapAccum<${key}, SumAccum<INT>> @@rows;
  ${rows} ACCUM @@rows += (x.${attribute} -> 1);
  ListAccum<INT> @@counts;
  ListAccum<${key}> @@values;
  FOREACH (value, count) IN @@rows DO @@values += value; @@counts += count; END;
  PRINT @@values AS vals, @@counts AS counts;
}`;
    const { results } = await heavy.run(() => engine.interpretQuery(text, graph, {}));
    const [values, counts] = [printed(results, 'vals'), printed(results, 'counts')];
    const counted = values.map((value, index) => [value, Number(counts[index])] as Counted);
    return bucketsOf(counted, bucket);
  };
  on('GET /gsql/v1/stats/histogram', async (request) => [{ histogram: await measure(request) }]);
  on('POST /gsql/v1/stats/histogram', async (request) => ({ ...(await measure(request)) }));
}
