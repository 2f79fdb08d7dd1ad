/** vectorSearch, and the functions of vectors. */
import type { Ast } from '@acacia/language';
import type { ValueType } from '../library/value-types.ts';
import { js, list, literal } from './code.ts';
import { convert } from './convert.ts';
import { compileExpr } from './expressions.ts';
import { fault } from './fault.ts';
import { DOUBLE, INT, SAFE_INT, STRING, VERTEX_SET } from './types.ts';
import type { LibraryName, Operand, Unit } from './unit.ts';

/** The number of candidates of a search without an option for it. */
const DEFAULT_EF = 100;

export function compileVectorSearch(unit: Unit, search: Ast.VectorSearch): Operand {
  const attributes = search.attributes.map(
    ({ type, name }) => js`[${literal(type.text)}, ${literal(name.text)}]`,
  );
  const query = compileExpr(unit, search.query);
  const k = convert(unit, compileExpr(unit, search.k), INT);
  const ef = search.ef === undefined ? literal(DEFAULT_EF) : convert(unit, compileExpr(unit, search.ef), INT);
  const candidates =
    search.candidates === undefined
      ? literal(null)
      : unit.call('sourceSet', js`X`, compileExpr(unit, search.candidates).code);
  const map = search.distances && unit.globals.get(search.distances.name);
  if (search.distances !== undefined && map === undefined)
    throw fault(search.distances.span, 'accumUnnamed', { name: search.distances.name });
  const options = js`{ k: ${k}, ef: ${ef}, candidates: ${candidates}, distances: ${map?.code ?? literal(null)} }`;
  const code = unit.call('vectorSearch', js`X`, js`[${list(attributes)}]`, query.code, options);
  return { code, type: VERTEX_SET, needs: query.needs };
}

const NUMBERS: ValueType = { kind: 'list', element: DOUBLE };

/** By name in lower case, as the DIRECT functions of `functions.ts`. */
export const VECTOR_FUNCTIONS: Readonly<
  Record<string, { readonly lib: LibraryName; readonly args: readonly ValueType[]; readonly type: ValueType }>
> = {
  'gds.vector.distance': { lib: 'vectorDistance', args: [NUMBERS, NUMBERS, STRING], type: DOUBLE },
  'gds.vector.cosine_distance': { lib: 'cosineDistance', args: [NUMBERS, NUMBERS], type: DOUBLE },
  'gds.vector.l2_distance': { lib: 'l2Distance', args: [NUMBERS, NUMBERS], type: DOUBLE },
  'gds.vector.ip_distance': { lib: 'ipDistance', args: [NUMBERS, NUMBERS], type: DOUBLE },
  'gds.vector.dimension_count': { lib: 'dimensionCount', args: [NUMBERS], type: SAFE_INT },
  'gds.vector.elements_sum': { lib: 'elementsSum', args: [NUMBERS], type: DOUBLE },
  'gds.vector.kth_element': { lib: 'kthElement', args: [NUMBERS, INT], type: DOUBLE },
  'gds.vector.norm': { lib: 'vectorNorm', args: [NUMBERS, STRING], type: DOUBLE },
  tg_similarity_accum: { lib: 'similarity', args: [NUMBERS, NUMBERS, STRING], type: DOUBLE },
};
