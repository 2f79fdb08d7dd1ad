/** Rows of the catalogue for texts that cannot be read. */
import type { Quoted, SentenceRows } from '@acacia/base';
import { MAX_CHAIN, MAX_DEPTH, MAX_DIGITS, MAX_HEIGHT, MAX_TEXT } from '../limits.ts';
import { row } from './row.ts';

export const SYNTAX = {
  foundOther: row(
    'SYN-1',
    ({ found, expected, where }: Quoted<'found' | 'expected' | 'where'>) =>
      `Found ${found} where ${expected} was expected${where}.`,
  ),
  foundInstead: row(
    'SYN-1',
    ({ found, expected }: Quoted<'found' | 'expected'>) => `Found '${found}' where ${expected} was expected.`,
  ),
  exportSeparator: row('SYN-1', () => 'The separator of an export is one character in double quotes.'),
  conditionForValue: row('SYN-1', () => 'Found a condition where a value was expected.'),
  jobOfOlderVersion: row(
    'SYN-1',
    ({ word }: Quoted<'word'>) =>
      `${word} jobs are of TigerGraph 1: write CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO …; }, and post data with POST /restpp/ddl/g?tag=j&filename=f.`,
  ),
  packageMissing: row(
    'SYN-1',
    ({ name }: Quoted<'name'>) => `Found '${name}' where a package and a name were expected: lib.${name}.`,
  ),
  bodyStatementAtPrompt: row(
    'SYN-1',
    ({ found, word }: Quoted<'found' | 'word'>) =>
      `Found '${found}' where a statement was expected. ${word} stands in a query: INTERPRET QUERY () FOR GRAPH g { ${word} … }.`,
  ),
  alterAtPrompt: row(
    'SYN-1',
    ({ found, word }: Quoted<'found' | 'word'>) =>
      `Found '${found}' where PASSWORD was expected. ALTER ${word} stands in a job: CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ALTER … ; }, then RUN SCHEMA_CHANGE JOB j.`,
  ),
  flagUnknown: row(
    'SYN-1',
    ({ flag, known }: Quoted<'flag' | 'known'>) => `Found -${flag} where ${known} was expected.`,
  ),
  textUnclosed: row('SYN-2', ({ closing }: Quoted<'closing'>) => `This text has no closing ${closing}.`),
  stringUnclosed: row('SYN-2', () => 'This text has no closing quote on its line.'),
  backQuoteUnclosed: row('SYN-2', () => 'This name has no closing back-quote on its line.'),
  commentUnclosed: row('SYN-3', () => 'This comment has no closing */.'),
  commentEndAlone: row(
    'SYN-3',
    () => 'This */ closes no comment: a comment ends at its first */, even if it has a /* within.',
  ),
  singleQuotes: row('SYN-4', () => "Strings are written in double quotes, not in '…'."),
  accumNameApart: row('SYN-5', ({ signs }: Quoted<'signs'>) => `An accumulator's name must follow ${signs}.`),
  numberTooLong: row('SYN-6', () => `A number has at most ${MAX_DIGITS} digits.`),
  signUnknown: row(
    'SYN-6',
    ({ sign }: Quoted<'sign'>) => `'${sign}' means nothing in GSQL outside of strings.`,
  ),
  reservedWord: row(
    'SYN-7',
    ({ word, what }: Quoted<'word' | 'what'>) => `'${word}' is a reserved word and cannot be ${what}.`,
  ),
  vertexAccumAlone: row(
    'SYN-8',
    ({ name }: Quoted<'name'>) => `@${name} belongs to vertices: write it after an alias, as in v.@${name}.`,
  ),
  edgeArrowPlace: row('SYN-9', () => "The '>' of an edge stands before the ')' or after the '-'."),
  edgeArrowsAtBothEnds: row('SYN-9', () => 'An edge cannot have arrows at both ends here.'),
  repeatedEdgeForm: row(
    'SYN-10',
    () =>
      "Only an edge type, or several with '|' between them, can be repeated or be an alternative: no '.' and no '*' stand within it.",
  ),
  repetitionsReversed: row(
    'SYN-10',
    ({ most, least }: Quoted<'most' | 'least'>) =>
      `The most repetitions (${most}) are fewer than the least (${least}).`,
  ),
  selectOfSeveralColumns: row(
    'SYN-11',
    () => 'SELECT gives one alias (SELECT v FROM …) unless INTO names a table for its columns.',
  ),
  clauseTwice: row('SYN-12', ({ clause }: Quoted<'clause'>) => `A SELECT has only one ${clause}.`),
  selectAssignedElsewhere: row('SYN-13', () => 'SELECT gives a vertex set: assign it to a name.'),
  notAssignableTarget: row(
    'SYN-13',
    () => 'Only a variable, an accumulator or an attribute can be assigned.',
  ),
  closesNothing: row('SYN-14', ({ word }: Quoted<'word'>) => `This ${word} closes nothing.`),
  textTooLong: row(
    'SYN-15',
    ({ characters }: Quoted<'characters'>) =>
      `The text has ${characters} characters; at most ${MAX_TEXT} are read.`,
  ),
  textTooMuchWork: row('SYN-15', () => 'From here on this text takes too much work to read.'),
  nestedTooDeeply: row('SYN-15', () => `This is nested too deeply: at most ${MAX_DEPTH} levels are read.`),
  treeTooTall: row('SYN-15', () => `This is nested too deeply: at most ${MAX_HEIGHT} links and levels.`),
  expressionTooLong: row('SYN-15', () => `This expression is too long: it has more than ${MAX_CHAIN} links.`),
  statementInClause: row(
    'SYN-16',
    ({ word }: Quoted<'word'>) =>
      `${word} is a statement of the query's body and cannot stand in a clause of another.`,
  ),
  staticAccumulators: row(
    'SYN-20',
    () => 'STATIC accumulators are not supported: what a query gathers ends with it.',
  ),
  exportOptionRefused: row(
    'SYN-20',
    ({ option }: Quoted<'option'>) =>
      `-${option} is not supported: an export has no users in it and is not encrypted.`,
  ),
  loadTags: row('SYN-20', () => 'TAGS is not supported: access by tags has been given up in TigerGraph.'),
  printWithTags: row('SYN-20', () => 'PRINT … WITH TAGS is not supported: vertices have no tags here.'),
  batchQuery: row('SYN-20', () => 'There are no BATCH queries any more: write CREATE QUERY.'),
  gsqlFunctions: row(
    'SYN-20',
    () =>
      'GSQL functions are not supported: they serve row policies, which are not supported either. Queries call functions in JavaScript.',
  ),
  openCypher: row(
    'SYN-20',
    () =>
      'openCypher queries are not supported: write the query in GSQL. The patterns of SYNTAX v3 are those of MATCH.',
  ),
  nullableAttributes: row(
    'SYN-20',
    () => 'NULLABLE attributes are not supported: an attribute without a value has its default.',
  ),
  vertexTags: row(
    'SYN-20',
    () =>
      'Vertex tags are not supported: TigerGraph 4.1 dropped them. Row policies and graphs of chosen types restrict what is seen.',
  ),
  rowPolicies: row(
    'SYN-20',
    () => 'Row policies are not supported: graphs of chosen types and roles restrict what is seen.',
  ),
  distanceMapForm: row('SYN-21', () => 'distance_map must be a global accumulator such as @@distances.'),
} as const satisfies SentenceRows;
