/** The functions of TigerGraph's algorithm library, by the names that its queries use. */
import type { ValueType } from '../library/value-types.ts';
import { ANY, BOOL, DOUBLE, INT, SAFE_INT, STRING } from './types.ts';
import type { LibraryName } from './unit.ts';

interface AlgorithmFunction {
  readonly lib: LibraryName;
  readonly args: readonly ValueType[];
  readonly type: ValueType;
}

export const ALGORITHM_FUNCTIONS: Readonly<Record<string, AlgorithmFunction>> = {
  tg_concat: { lib: 'listWith', args: [ANY, INT], type: { kind: 'list', element: INT } },
  tg_cosine_similarity: {
    lib: 'cosines',
    args: [ANY, ANY, INT],
    type: { kind: 'map', key: INT, value: DOUBLE },
  },
  tg_extract_list: { lib: 'numbersIn', args: [STRING], type: { kind: 'list', element: DOUBLE } },
  tg_fastrp_rand_func: { lib: 'projectionEntry', args: [INT, INT, INT, INT], type: DOUBLE },
  tg_get_hash: { lib: 'patternHash', args: [INT], type: INT },
  tg_get_hash_concat: { lib: 'patternHashWith', args: [INT, INT], type: INT },
  tg_get_hash_without_first_element: { lib: 'patternHashTail', args: [INT, INT, INT, ANY], type: INT },
  tg_get_hash_without_last_element: { lib: 'patternHashHead', args: [INT, INT], type: INT },
  tg_getdistance: { lib: 'globeDistance', args: [DOUBLE, DOUBLE, DOUBLE, DOUBLE], type: DOUBLE },
  tg_getval: { lib: 'listItem', args: [ANY, INT], type: DOUBLE },
  tg_hash_label: { lib: 'labelHash', args: [ANY], type: STRING },
  tg_initiate_hash_const: { lib: 'patternPowers', args: [INT], type: { kind: 'list', element: INT } },
  tg_is_subset: { lib: 'isSubsequence', args: [ANY, INT, ANY], type: BOOL },
  tg_log_2: { lib: 'log2', args: [DOUBLE], type: DOUBLE },
  tg_pairwise_cosine_similarity: { lib: 'cosine', args: [ANY, ANY, INT], type: DOUBLE },
  tg_rand_int: { lib: 'randomInt', args: [INT, INT], type: SAFE_INT },
  tg_random: { lib: 'random', args: [], type: DOUBLE },
  tg_random_distribution: { lib: 'drawPlace', args: [ANY], type: SAFE_INT },
  tg_str_to_float: { lib: 'leadingNumber', args: [STRING], type: DOUBLE },
  tg_to_vertex_list: {
    lib: 'verticesOf',
    args: [ANY],
    type: { kind: 'list', element: { kind: 'vertex' } },
  },
  tg_random_range: { lib: 'randomRange', args: [INT, INT], type: SAFE_INT },
};

/** Functions that read a field of a tuple. */
export const FIELD_FUNCTIONS: Readonly<Record<string, string>> = {
  tg_get_pattern_key: 'pattern_key',
  tg_get_suffix_key: 'suffix_key',
};
