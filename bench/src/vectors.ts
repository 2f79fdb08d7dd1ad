/**
 * The ten nearest vectors: vectorSearch in a query of the engine, beside an exact loop over the same vectors in typed
 * arrays in this process. Vectors are clustered, like embeddings of texts; unclustered ones are the hardest case, and
 * are measured for their recall alone.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { drawFrom, below, type Draw } from './data/draw.ts';
import { GRAPH, openBench, type EngineBench } from './engine-bench.ts';
import { compare, timed } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { reportOf, type Report } from './report.ts';

const DIMENSION = 128;
const NEAREST = 10;
const QUERIES = 200;
const CLUSTERS = 500;
/** Spread of the vectors in a cluster; clusters are 1 apart. */
const SPREAD = 0.7;
const LEAST_RECALL = 0.95;
const SIZES: Readonly<Record<BenchOptions['size'], number>> = {
  small: 50_000,
  medium: 200_000,
  large: 1_000_000,
};

const SCHEMA = `CREATE VERTEX V (PRIMARY_ID id INT)
CREATE GRAPH ${GRAPH} (*)
CREATE GLOBAL SCHEMA_CHANGE JOB add_vectors {
  ALTER VERTEX V ADD VECTOR ATTRIBUTE clustered (DIMENSION=${DIMENSION}, METRIC="COSINE");
  ALTER VERTEX V ADD VECTOR ATTRIBUTE scattered (DIMENSION=${DIMENSION}, METRIC="COSINE");
}
RUN GLOBAL SCHEMA_CHANGE JOB add_vectors
USE GRAPH ${GRAPH}
CREATE LOADING JOB load_all FOR GRAPH ${GRAPH} {
  DEFINE FILENAME clustered;
  DEFINE FILENAME scattered;
  LOAD clustered TO VECTOR ATTRIBUTE clustered ON VERTEX V VALUES ($0, SPLIT($1, " ")) USING SEPARATOR=",";
  LOAD scattered TO VECTOR ATTRIBUTE scattered ON VERTEX V VALUES ($0, SPLIT($1, " ")) USING SEPARATOR=",";
}
CREATE QUERY clustered (LIST<FLOAT> v, INT ef) { S = vectorSearch({V.clustered}, v, ${NEAREST}, {ef: ef}); PRINT S; }
CREATE QUERY scattered (LIST<FLOAT> v, INT ef) { S = vectorSearch({V.scattered}, v, ${NEAREST}, {ef: ef}); PRINT S; }
INSTALL QUERY ALL`;

interface Vectors {
  readonly name: 'clustered' | 'scattered';
  readonly values: Float32Array;
  readonly queries: readonly Float32Array[];
}

const normal = (draw: Draw): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((item) => item / length);
}

function makeVectors(name: Vectors['name'], count: number, seed: number): Vectors {
  const draw = drawFrom(seed);
  const scattered = (): Float32Array => Float32Array.from({ length: DIMENSION }, () => normal(draw));
  const centres = Array.from({ length: CLUSTERS }, scattered);
  const clustered = (): Float32Array => {
    const centre = centres[below(draw, CLUSTERS)] ?? scattered();
    return centre.map((item) => item + SPREAD * normal(draw));
  };
  const make = name === 'clustered' ? clustered : scattered;
  const values = new Float32Array(count * DIMENSION);
  for (let row = 0; row < count; row++) values.set(unit(make()), row * DIMENSION);
  return { name, values, queries: Array.from({ length: QUERIES }, () => unit(make())) };
}

function writeVectors({ name, values }: Vectors, folder: string): string {
  const file = path.join(folder, `${name}.csv`);
  const lines: string[] = [];
  for (let row = 0; row * DIMENSION < values.length; row++) {
    lines.push(`${row},${values.subarray(row * DIMENSION, (row + 1) * DIMENSION).join(' ')}\n`);
  }
  writeFileSync(file, lines.join(''));
  return file;
}

/** The rows of the nearest by a loop over all: for unit vectors the product gives the distance. */
function bruteForce({ values }: Vectors, query: Float32Array): string[] {
  const best: { row: number; product: number }[] = [];
  for (let row = 0, at = 0; at < values.length; row++, at += DIMENSION) {
    let product = 0;
    for (let index = 0; index < DIMENSION; index++)
      product += (values[at + index] as number) * (query[index] as number);
    if (best.length === NEAREST && product <= (best[0]?.product ?? 0)) continue;
    best.push({ row, product });
    best.sort((a, b) => a.product - b.product);
    if (best.length > NEAREST) best.shift();
  }
  return best.map(({ row }) => String(row));
}

async function search(place: EngineBench, { name }: Vectors, query: Float32Array, ef: number) {
  const { results } = await place.engine.runQuery(GRAPH, name, { v: [...query], ef });
  const found = results[0]?.['S'] as { v_id: string }[];
  return found.map(({ v_id }) => v_id);
}

function recallOf(found: readonly string[][], exact: readonly string[][]): number {
  const hits = found.flatMap((ids, query) => ids.filter((id) => exact[query]?.includes(id)));
  return hits.length / exact.flat().length;
}

/** Waits for the indexes; returns the seconds. */
async function indexed(place: EngineBench): Promise<number> {
  const { ms } = await timed(async () => {
    while (!(await place.engine.vectorStatus(GRAPH)).every(({ isReady }) => isReady)) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  return ms / 1000;
}

const EFS = [32, 64, 128, 256];

export async function benchVectors({ size, rounds }: BenchOptions): Promise<Report> {
  const count = SIZES[size];
  const place = await openBench(SCHEMA);
  try {
    const clustered = makeVectors('clustered', count, 1);
    const scattered = makeVectors('scattered', count, 2);
    const files = {
      clustered: writeVectors(clustered, place.folder),
      scattered: writeVectors(scattered, place.folder),
    };
    const loading = await timed(() => place.load(files));
    const buildSeconds = await indexed(place);
    const recalls = [];
    for (const vectors of [clustered, scattered]) {
      const exact = vectors.queries.map((query) => bruteForce(vectors, query));
      for (const ef of EFS) {
        const { result, ms } = await timed(async () => {
          const found: string[][] = [];
          for (const query of vectors.queries) found.push(await search(place, vectors, query, ef));
          return found;
        });
        recalls.push({
          vectors: vectors.name,
          ef,
          recall: recallOf(result, exact),
          msPerQuery: ms / QUERIES,
        });
      }
    }
    const all = (work: (query: Float32Array) => Promise<string[]> | string[]) => () =>
      timed(async () => {
        const found: string[][] = [];
        for (const query of clustered.queries) found.push(await work(query));
        return found;
      });
    const comparison = await compare(
      { name: `vectorSearch, ${QUERIES} queries`, run: all((query) => search(place, clustered, query, 64)) },
      [{ name: 'a loop over all vectors', run: all((query) => bruteForce(clustered, query)) }],
      rounds,
      (ours, exact) => {
        const recall = recallOf(ours, exact);
        return recall >= LEAST_RECALL ? null : `its recall is ${recall}`;
      },
    );
    const { lines } = reportOf(comparison);
    return {
      lines: [
        `${count} vectors of ${DIMENSION}: loaded twice in ${(loading.ms / 1000).toFixed(1)} s, both indexes built in ${buildSeconds.toFixed(1)} s`,
        ...recalls.map(
          ({ vectors, ef, recall, msPerQuery }) =>
            `${vectors}, ef ${ef}: recall@${NEAREST} ${recall.toFixed(3)}, ${(1000 / msPerQuery).toFixed(0)} queries a second`,
        ),
        ...lines,
      ],
      record: { vectors: count, dimension: DIMENSION, buildSeconds, recalls, ...comparison },
    };
  } finally {
    await place.close();
  }
}
