/**
 * Built-in functions and methods as signatures. `?` marks an optional argument, `…` one that repeats.
 * NUMBER is any numeric type; SAME is the type of the first argument; ELEMENT, KEY and VALUE those of the
 * receiver. Source: GSQL language reference, "operators and functions" and "accumulators".
 */
export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly rest: boolean;
}

export interface Signature {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly returns: string;
  /** The signature as shown to people. */
  readonly text: string;
}

function parse(text: string): Signature {
  const match = /^([\w.]+)\((.*)\)(?: (.+))?$/.exec(text);
  if (match === null) throw new Error(`Signature ${text} cannot be read.`);
  const [, name = '', parameters = '', returns = 'NOTHING'] = match;
  return {
    name,
    returns,
    text: shown(text),
    parameters:
      parameters === ''
        ? []
        : parameters.split(', ').map((parameter) => {
            const [word = '', type = 'ANY'] = parameter.split(' ');
            return {
              name: word.replace(/[?…]/, ''),
              type,
              optional: /[?…]/.test(word),
              rest: word.includes('…'),
            };
          }),
  };
}

/** The signature without words that only the checker understands. */
function shown(text: string): string {
  return text
    .replace(/ (?:ANY|ELEMENT|KEY|VALUE)(?=[,)])/g, '')
    .replace(/\) (?:[A-Z]+)$/, (end) =>
      /NOTHING|ANY|SAME|ELEMENT|VALUE|SUM|MEMBER|JOIN|SELF|ATTRIBUTE|VERTEXSET/.test(end) ? ')' : end,
    );
}

function table(text: string): ReadonlyMap<string, Signature> {
  const lines = text.split('\n').map((line) => line.trim());
  const signatures = lines.filter((line) => line !== '').map(parse);
  return new Map(signatures.map((signature) => [signature.name.toLowerCase(), signature]));
}

/** Functions by name in lower case: they are case-insensitive. */
export const FUNCTIONS = table(`
  abs(x NUMBER) SAME
  ceil(x NUMBER) INT
  floor(x NUMBER) INT
  round(x NUMBER, places? INT) DOUBLE
  trunc(x NUMBER, places? INT) DOUBLE
  sign(x NUMBER) INT
  exp(x NUMBER) DOUBLE
  log(x NUMBER) DOUBLE
  log2(x NUMBER) DOUBLE
  log10(x NUMBER) DOUBLE
  ldexp(x NUMBER, n INT) DOUBLE
  fmod(a NUMBER, b NUMBER) DOUBLE
  pow(a NUMBER, b NUMBER) DOUBLE
  sqrt(x NUMBER) DOUBLE
  square(x NUMBER) DOUBLE
  float_to_int(x NUMBER) INT
  pi() DOUBLE
  e() DOUBLE
  rand(seed? INT) DOUBLE
  sin(x NUMBER) DOUBLE
  cos(x NUMBER) DOUBLE
  tan(x NUMBER) DOUBLE
  cot(x NUMBER) DOUBLE
  asin(x NUMBER) DOUBLE
  acos(x NUMBER) DOUBLE
  atan(x NUMBER) DOUBLE
  atan2(y NUMBER, x NUMBER) DOUBLE
  sinh(x NUMBER) DOUBLE
  cosh(x NUMBER) DOUBLE
  tanh(x NUMBER) DOUBLE
  degrees(x NUMBER) DOUBLE
  radians(x NUMBER) DOUBLE
  ascii(s STRING) INT
  chr(code INT) STRING
  difference(a STRING, b STRING) INT
  find_in_set(s STRING, list STRING) INT
  gsql_uuid_v4() STRING
  insert(s STRING, position INT, lengthOrText ANY, text? STRING) STRING
  instr(s STRING, part STRING, position? INT, nth? INT) INT
  left(s STRING, n INT) STRING
  right(s STRING, n INT) STRING
  length(s STRING) INT
  lower(s STRING) STRING
  upper(s STRING) STRING
  lpad(s STRING, n INT, pad? STRING) STRING
  rpad(s STRING, n INT, pad? STRING) STRING
  ltrim(s STRING, characters? STRING) STRING
  rtrim(s STRING, characters? STRING) STRING
  trim(s STRING, characters? STRING, side? STRING) STRING
  repeat(s STRING, n INT) STRING
  replace(s STRING, old STRING, new? STRING) STRING
  reverse(s STRING) STRING
  soundex(s STRING) STRING
  space(n INT) STRING
  split(s STRING, separator STRING) LIST<STRING>
  substr(s STRING, start INT, length? INT) STRING
  translate(s STRING, from STRING, to STRING) STRING
  datetime_add(d DATETIME, i INTERVAL) DATETIME
  datetime_sub(d DATETIME, i INTERVAL) DATETIME
  datetime_diff(a DATETIME, b DATETIME) INT
  datetime_format(d DATETIME, format? STRING) STRING
  datetime_to_epoch(d DATETIME) INT
  epoch_to_datetime(seconds NUMBER) DATETIME
  to_datetime(s STRING) DATETIME
  now() DATETIME
  timestamp() INT
  year(d DATETIME) INT
  month(d DATETIME) INT
  day(d DATETIME) INT
  hour(d DATETIME) INT
  minute(d DATETIME) INT
  second(d DATETIME) INT
  to_string(x ANY) STRING
  toBoolean(x ANY) BOOL
  toFloat(x ANY) DOUBLE
  toInteger(x ANY) INT
  range(start INT, end INT, step? INT) LIST<INT>
  evaluate(expression STRING, type? STRING) ANY
  reset_collection_accum(accumulator ANY) NOTHING
  current_roles() SET<STRING>
  is_granted_to_current_roles(role STRING) BOOL
  parse_json_object(text STRING) ANY
  parse_json_array(text STRING) ANY
  str_to_int(s STRING) INT
  getvid(v VERTEX) INT
  type(element ANY) STRING
  to_vertex(id STRING, type STRING) VERTEX
  to_vertex_set(ids ANY, type STRING) VERTEXSET
  count(x ANY) INT
  sum(x ANY) SUM
  avg(x ANY) DOUBLE
  min(x ANY, more… ANY) MEMBER
  max(x ANY, more… ANY) MEMBER
  stdev(x ANY) DOUBLE
  isempty(x ANY) BOOL
  coalesce(a ANY, b… ANY) JOIN
  gds.vector.distance(a VECTOR, b VECTOR, metric STRING) DOUBLE
  gds.vector.cosine_distance(a VECTOR, b VECTOR) DOUBLE
  gds.vector.l2_distance(a VECTOR, b VECTOR) DOUBLE
  gds.vector.ip_distance(a VECTOR, b VECTOR) DOUBLE
  gds.vector.dimension_count(a VECTOR) INT
  gds.vector.elements_sum(a VECTOR) DOUBLE
  gds.vector.kth_element(a VECTOR, k INT) DOUBLE
  gds.vector.norm(a VECTOR, kind STRING) DOUBLE
  tg_concat(list ANY, x INT) LIST<INT>
  tg_cosine_similarity(embedding VECTOR, others ANY, dimensions INT) MAP<INT,DOUBLE>
  tg_extract_list(weights STRING) LIST<DOUBLE>
  tg_fastrp_rand_func(vertex INT, place INT, seed INT, sparsity INT) DOUBLE
  tg_get_hash(id INT) INT
  tg_get_hash_concat(hash INT, item INT) INT
  tg_get_hash_without_first_element(hash INT, first INT, size INT, powers ANY) INT
  tg_get_hash_without_last_element(hash INT, last INT) INT
  tg_get_pattern_key(pair ANY) INT
  tg_get_suffix_key(pair ANY) INT
  tg_get_tup(tuple ANY) SAME
  tg_GetDistance(latitude1 NUMBER, longitude1 NUMBER, latitude2 NUMBER, longitude2 NUMBER) DOUBLE
  tg_getVal(list ANY, i INT) DOUBLE
  tg_hash_label(labels ANY) STRING
  tg_initiate_hash_const(length INT) LIST<INT>
  tg_is_subset(part ANY, end INT, list ANY) BOOL
  tg_log_2(x NUMBER) DOUBLE
  tg_pairwise_cosine_similarity(a VECTOR, b VECTOR, dimensions INT) DOUBLE
  tg_rand_int(least INT, most INT) INT
  tg_random() DOUBLE
  tg_random_distribution(weights ANY) INT
  tg_random_range(start INT, end INT) INT
  tg_similarity_accum(a VECTOR, b VECTOR, measure STRING) DOUBLE
  tg_str_to_float(s STRING) DOUBLE
  tg_to_vertex_list(numbers ANY) LIST<VERTEX>
`);

export const VERTEX_METHODS = table(`
  outdegree(type? ANY) INT
  neighbors(type? ANY) BAG<VERTEX>
  neighborAttribute(edge ANY, vertex ANY, attribute ANY) BAG<ANY>
  edgeAttribute(edge ANY, attribute ANY) BAG<ANY>
  getAttr(attribute STRING, type? STRING) ATTRIBUTE
  setAttr(attribute STRING, value ANY) NOTHING
  filter(condition BOOL) VERTEX
  size() INT
`);

export const EDGE_METHODS = table(`
  getAttr(attribute STRING, type? STRING) ATTRIBUTE
  setAttr(attribute STRING, value ANY) NOTHING
  isDirected() BOOL
`);

const SET_METHODS = `
  size() INT
  contains(x ELEMENT) BOOL
`;

export const COLLECTION_METHODS = {
  vertexSet: table(`
    size() INT
    contains(v VERTEX) BOOL
    filter(condition BOOL) SELF
  `),
  set: table(SET_METHODS),
  bag: table(SET_METHODS),
  list: table(`${SET_METHODS}
    get(i INT) ELEMENT
  `),
  map: table(`
    size() INT
    containsKey(key KEY) BOOL
    get(key KEY) VALUE
  `),
  table: table('size() INT'),
} as const;

const LIST_ACCUM = `
  size() INT
  contains(x ELEMENT) BOOL
  get(i INT) ELEMENT
  clear() NOTHING
  update(i INT, x ELEMENT) BOOL
  remove(i INT) NOTHING
  removeOne(x ELEMENT) NOTHING
  removeAll(x ELEMENT) NOTHING
`;

const BITWISE_ACCUM = `
  reset() NOTHING
  cardinality() INT
  get(i INT) INT
  set(i? INT, bit? ANY) NOTHING
  flip(i? INT, j? INT) NOTHING
  xor(other ANY) BITS
  and(other ANY) BITS
  or(other ANY) BITS
  clear() NOTHING
`;

/** Methods by kind of accumulator; kinds without methods are absent. */
export const ACCUM_METHODS: Readonly<Record<string, ReadonlyMap<string, Signature>>> = {
  ListAccum: table(LIST_ACCUM),
  SetAccum: table(`
    size() INT
    contains(x ELEMENT) BOOL
    remove(x ELEMENT) NOTHING
    clear() NOTHING
  `),
  BagAccum: table(`
    size() INT
    contains(x ELEMENT) BOOL
    remove(x ELEMENT) NOTHING
    removeAll(x ELEMENT) NOTHING
    clear() NOTHING
  `),
  MapAccum: table(`
    size() INT
    containsKey(key KEY) BOOL
    get(key KEY) VALUE
    remove(key KEY) NOTHING
    clear() NOTHING
  `),
  ArrayAccum: table(`
    size() INT
    reallocate(n INT, more… INT) NOTHING
  `),
  HeapAccum: table(`
    size() INT
    top() ELEMENT
    pop() ELEMENT
    resize(n INT) NOTHING
    clear() NOTHING
  `),
  GroupByAccum: table(`
    size() INT
    get(keys… ANY) ELEMENT
    containsKey(keys… ANY) BOOL
    remove(keys… ANY) NOTHING
    clear() NOTHING
  `),
  BitwiseAndAccum: table(BITWISE_ACCUM),
  BitwiseOrAccum: table(BITWISE_ACCUM),
  PercentileContAccum: table(`
    size() INT
    setpercent(p NUMBER) NOTHING
    getpercent() DOUBLE
    clear() NOTHING
  `),
};

/** Methods of JSONOBJECT, JSONARRAY and FILE: their receivers have no specific type, so any of them passes. */
export const DYNAMIC_METHODS = table(`
  containsKey(key STRING) BOOL
  getInt(key ANY) INT
  getDouble(key ANY) DOUBLE
  getString(key ANY) STRING
  getBool(key ANY) BOOL
  getJsonObject(key ANY) ANY
  getJsonArray(key ANY) ANY
  size() INT
  println(values… ANY) NOTHING
`);

export const CONSTANTS: ReadonlyMap<string, 'INT' | 'UINT'> = new Map([
  ['GSQL_INT_MAX', 'INT'],
  ['GSQL_INT_MIN', 'INT'],
  ['GSQL_UINT_MAX', 'UINT'],
]);

/** Functions of the reference that do not run here, with the message for each. */
/** Methods of vertices that have tags. */
export const TAG_METHODS: ReadonlySet<string> = new Set([
  'addtags',
  'differencetags',
  'gettags',
  'hastags',
  'intersecttags',
  'istaggable',
  'removealltags',
  'removetags',
]);
