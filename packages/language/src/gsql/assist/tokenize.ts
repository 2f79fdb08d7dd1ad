/** Classes of tokens for highlighting. */
import { FUNCTIONS } from '../check/functions.ts';
import { ACCUM_TYPES, KEYWORDS, TYPE_WORDS } from '../keywords.ts';
import { lex } from '../lexer.ts';
import type { Token } from '../lexer.ts';

export type TokenClass =
  | 'keyword'
  | 'type'
  | 'function'
  | 'constant'
  | 'string'
  | 'number'
  | 'comment'
  | 'operator'
  | 'bracket'
  | 'punctuation'
  | 'accumulator'
  | 'column'
  | 'name';

export interface ClassifiedToken {
  readonly start: number;
  readonly end: number;
  readonly class: TokenClass;
}

const CONSTANTS = new Set(['TRUE', 'FALSE', 'NULL', 'GSQL_INT_MAX', 'GSQL_INT_MIN', 'GSQL_UINT_MAX']);
/** Words after which VERTEX and EDGE belong to a statement; elsewhere they are types. */
const BEFORE_ELEMENT = new Set([
  'CREATE',
  'DIRECTED',
  'UNDIRECTED',
  'TO',
  'SHOW',
  'DROP',
  'ADD',
  'ON',
  'ALTER',
  'INTO',
]);

/** Words that are names as well, and keywords only after these. */
const ONLY_AFTER: Readonly<Record<string, readonly string[]>> = {
  KEY: ['PRIMARY'],
  BY: ['GROUP', 'ORDER'],
  JOB: ['LOADING', 'SCHEMA_CHANGE', 'SHOW', 'DROP'],
};
/** Words that are names as well, and keywords only before these. */
const ONLY_BEFORE: Readonly<Record<string, readonly string[]>> = {
  GROUP: ['BY'],
  ORDER: ['BY'],
  INDEX: ['ON'],
  API: ['('],
};

function isKeyword(token: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (!KEYWORDS.has(token.upper)) return false;
  const [following, preceding] = [ONLY_BEFORE[token.upper], ONLY_AFTER[token.upper]];
  if (following !== undefined) return following.includes(after?.value.toUpperCase() ?? '');
  return preceding === undefined || preceding.includes(before?.upper ?? '');
}

/** All tokens and comments of a text, in its order. White space is left out. */
export function tokenize(text: string): readonly ClassifiedToken[] {
  const { tokens, comments } = lex(text);
  const classified: ClassifiedToken[] = comments.map(({ start, end }) => ({ start, end, class: 'comment' }));
  tokens.forEach((token, i) => {
    if (token.kind === 'end') return;
    classified.push({
      start: token.start,
      end: token.end,
      class: classOf(token, tokens[i - 1], tokens[i + 1]),
    });
  });
  return classified.sort((a, b) => a.start - b.start);
}

function classOf(token: Token, before: Token | undefined, after: Token | undefined): TokenClass {
  switch (token.kind) {
    case 'string':
      return 'string';
    case 'int':
    case 'float':
      return 'number';
    case 'accum':
    case 'globalAccum':
      return 'accumulator';
    case 'column':
      return 'column';
    case 'word':
      return classOfWord(token, before, after);
    case 'symbol':
      if ('(){}[]'.includes(token.value)) return 'bracket';
      return ',;.:'.includes(token.value) ? 'punctuation' : 'operator';
    default:
      return 'name';
  }
}

function classOfWord(token: Token, before: Token | undefined, after: Token | undefined): TokenClass {
  const { upper } = token;
  const called = after?.value === '(';
  if (before?.value === '.' && before.kind === 'symbol') return called ? 'function' : 'name';
  if (CONSTANTS.has(upper)) return 'constant';
  if (ACCUM_TYPES.has(upper)) return 'type';
  if (upper === 'VERTEX' || upper === 'EDGE')
    return BEFORE_ELEMENT.has(before?.upper ?? '') ? 'keyword' : 'type';
  if (TYPE_WORDS.has(upper)) return upper === 'SET' && after?.value !== '<' ? 'keyword' : 'type';
  if (called && FUNCTIONS.has(upper.toLowerCase()) && !(upper === 'INSERT')) return 'function';
  return isKeyword(token, before, after) ? 'keyword' : 'name';
}
