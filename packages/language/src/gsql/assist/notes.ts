/** A sentence on each function, method, type and keyword: shown on hover and beside completions. */

/** `name: sentence.` lines, by name in lower case. */
const notes = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [name = '', ...sentence] = line.trim().split(': ');
        return [name.toLowerCase(), sentence.join(': ')];
      }),
  );

export const FUNCTION_NOTES = notes(`
  abs: The number without its sign.
  ceil: The smallest whole number that is not below the number.
  floor: The largest whole number that is not above the number.
  round: The nearest number with so many decimal places; none when they are not said.
  trunc: The number cut off after so many decimal places.
  sign: -1, 0 or 1, as the number is below, at or above zero.
  exp: e to the power of the number.
  log: The natural logarithm.
  log2: The logarithm to the base 2.
  log10: The logarithm to the base 10.
  ldexp: The number times 2 to the power of n.
  fmod: What is left of a after division by b.
  pow: a to the power of b.
  sqrt: The square root.
  square: The number times itself.
  float_to_int: The number without its decimal places.
  pi: The ratio of a circle's circumference to its diameter.
  e: Euler's number.
  rand: A random number from 0 to below 1.
  sin: The sine of an angle in radians.
  cos: The cosine of an angle in radians.
  tan: The tangent of an angle in radians.
  cot: The cotangent of an angle in radians.
  asin: The angle in radians whose sine is the number.
  acos: The angle in radians whose cosine is the number.
  atan: The angle in radians whose tangent is the number.
  atan2: The angle in radians of the point (x, y).
  sinh: The hyperbolic sine.
  cosh: The hyperbolic cosine.
  tanh: The hyperbolic tangent.
  degrees: Radians as degrees.
  radians: Degrees as radians.
  ascii: The code of the first character.
  chr: The character of a code.
  difference: How alike two words sound, from 0 to 4.
  find_in_set: The place of a word in a list with commas between them, from 0 on; -1 when it is not there.
  gsql_uuid_v4: A new random UUID.
  insert: The text with so many characters at a place replaced by others.
  instr: The place of a part in the text, from 0 on; -1 when it is not there.
  left: The first n characters.
  right: The last n characters.
  length: The number of characters.
  lower: The text in small letters.
  upper: The text in capital letters.
  lpad: The text filled up on the left to n characters.
  rpad: The text filled up on the right to n characters.
  ltrim: The text without these characters (blanks) at its beginning.
  rtrim: The text without these characters (blanks) at its end.
  trim: The text without these characters (blanks) at its ends.
  repeat: The text n times.
  replace: The text with every occurrence of a part replaced; removed when there is no replacement.
  reverse: The text backwards.
  soundex: A code of how the word sounds in English.
  space: n blanks.
  split: The parts of the text between separators.
  substr: The part of the text from a place on, counted from 1.
  translate: The text with single characters replaced by others.
  datetime_add: The time that an interval later.
  datetime_sub: The time that an interval earlier.
  datetime_diff: The seconds from b to a.
  datetime_format: The time as text; %Y-%m-%d %H:%M:%S unless a format is given.
  datetime_to_epoch: The seconds since 1970.
  epoch_to_datetime: The time so many seconds after 1970.
  to_datetime: The time that the text says.
  now: The time when the query runs.
  year: The year of a time.
  month: The month of a time, from 1 to 12.
  day: The day of the month.
  hour: The hour of the day.
  minute: The minute of the hour.
  second: The second of the minute.
  to_string: The value as text.
  range: The whole numbers from one to another.
  evaluate: The value of an expression that is given as text.
  parse_json_object: The JSON object that the text holds.
  parse_json_array: The JSON array that the text holds.
  str_to_int: The whole number that the text says.
  getvid: The internal number of a vertex.
  to_vertex: The vertex of an id and a type.
  to_vertex_set: The vertices of a list of ids and a type.
  count: How many there are.
  sum: The sum of the members.
  avg: The mean of the members.
  min: The smallest of the members or arguments.
  max: The largest of the members or arguments.
  stdev: The standard deviation of the members.
  isempty: Whether there are no members.
  coalesce: The first argument that is not null.
  timestamp: The milliseconds since 1970.
  toBoolean: The value as TRUE or FALSE; null when it is neither.
  toFloat: The value as a number; null when it is none.
  toInteger: The value as a whole number; null when it is none.
  reset_collection_accum: Empties the accumulator; of effect in DISTRIBUTED queries alone.
  current_roles: The roles of who runs the query.
  is_granted_to_current_roles: Whether who runs the query has the role.
  type: The name of the vertex or edge type.
  tg_concat: The list with a number at its end.
  tg_cosine_similarity: The cosines of the angles between an embedding and others, by vertex.
  tg_extract_list: The numbers in a text with commas between them.
  tg_fastrp_rand_func: A random weight of the FastRP algorithm.
  tg_get_hash: A whole number as the hash of a pattern with this item alone.
  tg_get_hash_concat: The hash of a pattern with an item at its end.
  tg_get_hash_without_first_element: The hash of a pattern without its first item, given the powers of tg_initiate_hash_const.
  tg_get_hash_without_last_element: The hash of a pattern without its last item.
  tg_get_pattern_key: The field pattern_key of a tuple.
  tg_get_suffix_key: The field suffix_key of a tuple.
  tg_get_tup: The tuple of a MaxAccum.
  tg_GetDistance: The kilometres between two places on the earth.
  tg_getVal: The number at a place of the list.
  tg_hash_label: A short text that is the same for the same labels in any order.
  tg_initiate_hash_const: The powers that hashes of patterns up to a length are made with.
  tg_is_subset: Whether a list has the items of a part and then an end, in this order.
  tg_log_2: The logarithm to the base 2.
  tg_pairwise_cosine_similarity: The cosine of the angle between two embeddings.
  tg_rand_int: A random whole number from the least to the most.
  tg_random: A random number from 0 to below 1.
  tg_random_distribution: A random place in the list, by its weights.
  tg_random_range: A random whole number in the range.
  gds.vector.distance: How far two vectors lie apart, by "COSINE", "L2" or "IP".
  gds.vector.cosine_distance: One less the cosine of the angle between two vectors.
  gds.vector.l2_distance: The Euclidean distance of two vectors.
  gds.vector.ip_distance: One less the inner product of two vectors.
  gds.vector.dimension_count: How many numbers the vector has.
  gds.vector.elements_sum: The sum of the vector's numbers.
  gds.vector.kth_element: The vector's number at a place, counted from 0.
  gds.vector.norm: The length of the vector, by "L1", "L2" or "MAX".
  tg_similarity_accum: How alike two lists are, by "COSINE", "EUCLIDEAN", "JACCARD", "OVERLAP" or "PEARSON".
  tg_str_to_float: The number that a text begins with; 0 when there is none.
  tg_to_vertex_list: The vertices of numbers that getvid gave.
  vectorsearch: The k vertices whose vectors are nearest to the query vector, among candidate_set when it is given.
`);

export const METHOD_NOTES = notes(`
  outdegree: How many edges leave the vertex; of one type when it is named.
  neighbors: The vertices at the other ends of its edges.
  neighborAttribute: An attribute of the neighbours, as a bag.
  edgeAttribute: An attribute of the edges that leave the vertex, as a bag.
  getAttr: The value of the attribute whose name is given as text.
  setAttr: Sets the attribute whose name is given as text; stored when the query ends.
  isDirected: Whether the edge is of a directed type.
  filter: The members for which the condition holds.
  size: The number of members.
  contains: Whether it is a member.
  containsKey: Whether there is an entry of this key.
  get: The value at a place or of a key.
  clear: Removes all members.
  update: Replaces the member at a place; false where there is none.
  remove: Takes a member or an entry away.
  removeOne: Takes one of the equal members away.
  removeAll: Takes all equal members away.
  top: The first tuple in the heap's order.
  pop: Takes the first tuple in the heap's order away, and gives it.
  resize: Sets how many tuples the heap holds.
  reallocate: Gives the array other dimensions.
  println: Writes a line to the file.
  reset: Sets all bits to what they were at first.
  cardinality: The number of bits that are 1.
  set: Sets a bit, or all of them, to 1.
  flip: Turns a bit, a range of them or all of them around.
  xor: The bits that are 1 on one side only.
  and: The bits that are 1 on both sides.
  or: The bits that are 1 on either side.
  setpercent: Sets which percentile is kept.
  getpercent: Which percentile is kept.
  getInt: The whole number of a key or at a place.
  getDouble: The number of a key or at a place.
  getString: The text of a key or at a place.
  getBool: The truth value of a key or at a place.
  getJsonObject: The JSON object of a key or at a place.
  getJsonArray: The JSON array of a key or at a place.
`);

/** Functions of loading jobs. */
export const TOKEN_FUNCTION_NOTES = notes(`
  flatten: A row of a TEMP_TABLE for each part of a column.
  flatten_json_array: A row of a TEMP_TABLE for each member of a JSON array.
  split: The parts of a column between separators, for a LIST, SET, MAP or vector attribute.
  list: The values as a LIST.
  set: The values as a SET.
  map: The pairs as a MAP.
  reduce: Joins the value with the one that is there: add, max, min, and, or, overwrite, ignore_if_exists.
  gsql_concat: The texts one after the other.
  concat: The texts one after the other.
  gsql_current_time_epoch: The seconds since 1970, now.
  gsql_day: The day of the month of a time.
  gsql_month: The month of a time.
  gsql_year: The year of a time.
  gsql_day_epoch: The day of the month of seconds since 1970.
  gsql_month_epoch: The month of seconds since 1970.
  gsql_year_epoch: The year of seconds since 1970.
  gsql_find: The place of a part in the text, from 0 on; -1 when it is not there.
  gsql_length: The number of characters.
  gsql_lower: The text in small letters.
  gsql_upper: The text in capital letters.
  gsql_trim: The text without blanks at its ends.
  gsql_ltrim: The text without blanks at its beginning.
  gsql_rtrim: The text without blanks at its end.
  gsql_regex_match: Whether the whole text fits a regular expression.
  gsql_regex_replace: The text with all that fits a regular expression replaced.
  gsql_replace: The text with a part replaced.
  gsql_reverse: The text backwards.
  gsql_split_by_space: The parts of the text between blanks.
  gsql_substring: The part of the text from a place on, counted from 0.
  gsql_to_bool: true for "t" and "true".
  gsql_to_int: The text as a whole number.
  gsql_to_uint: The text as a whole number without a sign.
  gsql_ts_to_epoch_seconds: The seconds since 1970 of a time.
  gsql_ts_to_epoch_seconds_legacy: The seconds since 1970 of a time.
  gsql_ts_to_epoch_seconds_signed: The seconds since 1970 of a time, negative before.
  gsql_ts_to_epoch: The seconds since 1970 of a time.
  gsql_uuid_v4: A new random UUID.
  to_datetime: The text as a time, of a format such as %d/%m/%Y where one is given.
  tomiliseconds: The milliseconds of a time.
  datetime_diff: The seconds from the second time to the first.
  gsql_is_true: Whether the text says true.
  gsql_is_false: Whether the text says false.
  gsql_is_not_empty_string: Whether the text has characters.
  gsql_token_equal: Whether two texts are equal.
  gsql_token_ignore_case_equal: Whether two texts are equal but for capital letters.
  to_int: The text as a whole number, to be compared.
  to_float: The text as a number, to be compared.
  token_len: The number of characters, to be compared.
`);

export const TYPE_NOTES = notes(`
  INT: A whole number of 64 bits.
  UINT: A whole number of 64 bits without a sign.
  FLOAT: A number of 32 bits with a fraction.
  DOUBLE: A number of 64 bits with a fraction.
  BOOL: TRUE or FALSE.
  STRING: A text.
  DATETIME: A time to the second.
  VERTEX: A vertex; of one type when it is named.
  EDGE: An edge; of one type when it is named.
  SET: Values without order, each once.
  BAG: Values without order, as often as they come.
  LIST: Values in order.
  MAP: Values by key.
  FILE: A file that the query writes.
  JSONOBJECT: A JSON object.
  JSONARRAY: A JSON array.
  SumAccum: Adds what it is given; texts are joined.
  MinAccum: Keeps the smallest of what it is given.
  MaxAccum: Keeps the largest of what it is given.
  AvgAccum: Keeps the mean of what it is given.
  AndAccum: TRUE while all that it is given is TRUE.
  OrAccum: TRUE once something that it is given is TRUE.
  BitwiseAndAccum: Joins bits by AND.
  BitwiseOrAccum: Joins bits by OR.
  DeviationAccum: Keeps the standard deviation of a sample.
  DeviationPAccum: Keeps the standard deviation of all.
  PercentileContAccum: Keeps a percentile, interpolated.
  ListAccum: Keeps what it is given, in order.
  SetAccum: Keeps what it is given, each once.
  BagAccum: Keeps what it is given, as often as it comes.
  ArrayAccum: Accumulators by place.
  MapAccum: Values by key; values of one key are joined.
  HeapAccum: Keeps the first tuples in an order.
  GroupByAccum: Accumulators by groups of keys.
`);

export const KEYWORD_NOTES = notes(`
  SELECT: Chooses vertices, or columns into a table, from a pattern.
  FROM: The pattern that a SELECT looks for.
  WHERE: Which matches of the pattern count.
  SAMPLE: Takes some of the edges only.
  ACCUM: What is done for each match of the pattern; accumulators are read as they were before.
  POST-ACCUM: What is done once for each vertex, after ACCUM.
  POST_ACCUM: An older spelling of POST-ACCUM.
  PER: For which combinations of aliases ACCUM is done once.
  HAVING: Which of the chosen vertices or groups stay.
  LIMIT: How many there are at most.
  OFFSET: How many are left out at the beginning.
  DISTINCT: Equal ones count once.
  INTO: The table that a SELECT fills.
  PRINT: Adds values to the query's answer.
  TO_CSV: Writes what is printed to a file instead.
  FOREACH: Goes over the members of a collection or a range.
  WHILE: Goes on as long as a condition holds, at most LIMIT times.
  IF: Does what follows THEN when the condition holds.
  CASE: Chooses between values or statements by conditions.
  RETURN: What the query gives to the query that called it.
  RETURNS: The type of what a query returns.
  RAISE: Ends the query, or the TRY around it, with an exception.
  TRY: Catches the exceptions of the statements in it.
  TYPEDEF: Names a tuple or an accumulator type.
  INSERT: Adds a vertex or an edge, or changes the one that is there, when the query ends.
  UPDATE: Sets attributes of matched vertices or edges when the query ends.
  DELETE: Deletes matched vertices or edges when the query ends.
  UNION: The vertices of either set.
  INTERSECT: The vertices of both sets.
  MINUS: The vertices of the first set that are not in the second.
  INTERPRET: Runs a query without installing it.
  INSTALL: Makes a stored query ready to be called.
  SYNTAX: The version of the pattern syntax: v1, v2 or v3.
  DISTRIBUTED: Kept for compatibility: there is one machine.
  PRIMARY_ID: The vertex type's id.
  DISCRIMINATOR: Attributes that tell edges between the same ends apart.
  REVERSE_EDGE: The edge type that is kept as the reverse of this one.
  VECTOR: A vector attribute, searched by vectorSearch.
  SCHEMA_CHANGE: A job that changes vertex and edge types.
  LOADING: A job that fills vertices and edges from files.
  TEMP_TABLE: Rows made from a file for the LOAD statements after it.
  USING: Options of a LOAD statement or a run.
`);

/** Functions of loading jobs with a sentence on each. */
export const tokenFunctions = (): readonly { readonly name: string; readonly about: string }[] =>
  [...TOKEN_FUNCTION_NOTES].map(([name, about]) => ({ name, about }));
