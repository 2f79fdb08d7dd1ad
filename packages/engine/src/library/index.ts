/** The library of generated code: all functions that it may call, by name. */
import { ComparedSet, sizeOfSets } from './common-members.ts';
import { flatSets, sizeOfFlat } from './flat-sets.ts';
import { algorithmFunctions } from './algorithm-functions.ts';
import { addInterval, datetimePart, formatDatetime, formatDatetimeAs, now, toDatetime } from './datetime.ts';
import { arrays } from './accum-array.ts';
import { bits } from './bits.ts';
import { collections } from './collections.ts';
import type { QueryContext } from './context.ts';
import { counted } from './counted.ts';
import { dataFiles } from './data-files.ts';
import { exceptions } from './exceptions.ts';
import { files } from './files.ts';
import { graph } from './graph.ts';
import {
  addInt,
  bitwise,
  divideDouble,
  divideInt,
  multiplyInt,
  negateInt,
  remainderDouble,
  remainderInt,
  safeInt,
  subtractInt,
  toDouble,
  toUint,
  truncate,
} from './int64.ts';
import { intersectors } from './intersect.ts';
import { type ValueShape, define, projectionJson, toJson, verticesJson } from './json.ts';
import { jsonTextOfTexts } from './json-text.ts';
import { jsonValues } from './json-values.ts';
import { KeptValues } from './kept-values.ts';
import { math } from './math.ts';
import { check } from './meter.ts';
import { atOnce, inParts } from './parts.ts';
import { edgeNames, hops, hopsFrom, lowerBound, sourceSet } from './patterns.ts';
import { leastOf, sampledSize } from './sampled-size.ts';
import { sorting } from './sorting.ts';
import { statistics } from './statistics.ts';
import { strings } from './strings.ts';
import { tables } from './tables.ts';
import { compare, equal } from './values.ts';
import {
  addCell,
  assignCell,
  cellValue,
  clearMap,
  keepCell,
  mapRun,
  mapSize,
  oldCell,
  putCell,
  putRun,
} from './vertex-accumulators.ts';
import { addIntAt, getInt, maxIntAt, minIntAt, setInt } from './vertex-pages.ts';
import { vectors } from './vectors.ts';
import { virtualEdges } from './virtual-edges.ts';
import { writing } from './writing.ts';

/** A value as text, as `+` with a string and to_string give it. */
function valueText(context: QueryContext, shape: ValueShape, value: unknown): string {
  const json = toJson(context, shape, value);
  if (typeof json === 'object' && json !== null) {
    return jsonTextOfTexts(json);
  }
  return String(json);
}

export const library = {
  ...algorithmFunctions,
  ...arrays,
  ...bits,
  ...dataFiles,
  ...exceptions,
  ...files,
  ...jsonValues,
  ...math,
  ...strings,
  ...collections,
  ...counted,
  ...graph,
  ...sorting,
  ...statistics,
  ...tables,
  ...virtualEdges,
  ...writing,
  ...vectors,
  addCell,
  addInt,
  addIntAt,
  addInterval,
  assignCell,
  atOnce,
  bitwise,
  cellValue,
  check,
  clearMap,
  compare,
  datetimeDiff: (a: number, b: number): number => a - b,
  datetimeFormat: (seconds: number, format?: string): string =>
    format === undefined ? formatDatetime(seconds) : formatDatetimeAs(seconds, format),
  datetimePart,
  define,
  divideDouble,
  divideInt,
  edgeNames,
  equal,
  getInt,
  hops,
  hopsFrom,
  intersectors,
  leastOf,
  sampledSize,
  inParts,
  keepCell,
  keptValues: (): KeptValues => new KeptValues(),
  lowerBound,
  mapRun,
  mapSize,
  maxDoubleAt: (values: Float64Array, number: number, value: number): void => {
    if (value > (values[number] as number)) values[number] = value;
  },
  maxIntAt,
  minDoubleAt: (values: Float64Array, number: number, value: number): void => {
    if (value < (values[number] as number)) values[number] = value;
  },
  minIntAt,
  multiplyInt,
  negateInt,
  now,
  oldCell,
  projectionJson,
  putCell,
  comparedSet: (many: unknown): ComparedSet => new ComparedSet(many),
  flatSets,
  sizeOfFlat,
  sizeOfSets,
  putRun,
  remainderDouble,
  remainderInt,
  safeInt,
  setInt,
  sourceSet,
  subtractInt,
  timestamp: (): number => Date.now(),
  toDatetime,
  toDouble,
  toJson,
  toUint,
  truncate,
  valueText,
  verticesJson,
};
