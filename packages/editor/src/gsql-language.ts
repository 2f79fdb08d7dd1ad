/**
 * GSQL for CodeMirror. The tree comes from the lexer of the parser and the engine: one node per token, in chunks of some
 * lines, of which a key changes one.
 */
import { tokenize, type ClassifiedToken, type TokenClass } from '@acacia/language';
import {
  Language,
  LanguageSupport,
  defineLanguageFacet,
  foldService,
  indentService,
  languageDataProp,
  syntaxTree,
} from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { NodeProp, NodeSet, NodeType, Parser, Tree } from '@lezer/common';
import type { Input, PartialParse, TreeFragment } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { indentationAt } from './indentation.ts';

const data = defineLanguageFacet({
  commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
  closeBrackets: { brackets: ['(', '[', '{', '"'] },
  indentOnInput: /^\s*(?:[})\]]|END|ELSE)$/i,
  wordChars: '@',
});

const TOKENS = {
  keyword: ['Keyword', tags.keyword],
  type: ['Type', tags.typeName],
  function: ['Function', tags.function(tags.variableName)],
  constant: ['Constant', tags.atom],
  string: ['String', tags.string],
  number: ['Number', tags.number],
  comment: ['Comment', tags.comment],
  operator: ['Operator', tags.operator],
  bracket: ['Bracket', tags.bracket],
  punctuation: ['Punctuation', tags.punctuation],
  accumulator: ['Accumulator', tags.special(tags.variableName)],
  column: ['Column', tags.labelName],
  name: ['Name', tags.variableName],
} as const satisfies Record<TokenClass, unknown>;

const CLASSES = Object.keys(TOKENS) as TokenClass[];
const DOCUMENT = 0;
const CHUNK = CLASSES.length + 1;

const nodeSet = new NodeSet([
  NodeType.define({ id: DOCUMENT, name: 'Document', top: true, props: [[languageDataProp, data]] }),
  ...CLASSES.map((name, i) => NodeType.define({ id: i + 1, name: TOKENS[name][0] })),
  // Without a name: what goes through the tree meets its tokens alone.
  NodeType.define({ id: CHUNK }),
]).extend(styleTags(Object.fromEntries(CLASSES.map((name) => [TOKENS[name][0], TOKENS[name][1]]))));

/** The facts of a chunk that are cached beside its tokens. */
interface Chunk {
  /** Whether it ends with a line break outside of tokens: text after it does not change it. */
  readonly closed: boolean;
  /** Braces that it closes and did not open, and that it leaves open. */
  readonly closes: number;
  readonly opens: number;
}

const chunkProp = new NodeProp<Chunk>({ perNode: true });

/** Characters that are lexed at a time, some of them with each key; twice as many where no chunk ends in them. */
const PART = 1_024;

/** One node for each token of a chunk. */
function chunkOf(text: string, tokens: readonly ClassifiedToken[], closed: boolean): Tree {
  const buffer: number[] = [];
  let closes = 0;
  let opens = 0;
  for (const { start, end, class: kind } of tokens) {
    buffer.push(CLASSES.indexOf(kind) + 1, start, end, 4);
    if (kind !== 'bracket') continue;
    if (text[start] === '{') opens += 1;
    else if (text[start] === '}' && opens > 0) opens -= 1;
    else if (text[start] === '}') closes += 1;
  }
  const tree = Tree.build({ buffer, nodeSet, topID: CHUNK, length: text.length });
  const props: [NodeProp<Chunk>, Chunk][] = [[chunkProp, { closed, closes, opens }]];
  return new Tree(tree.type, tree.children, tree.positions, tree.length, props);
}

/**
 * Reads a text in chunks, each of which is lexed by itself, and takes those that an edit left as they were from the tree
 * before it. A tree is two levels: the document, and its chunks of tokens.
 */
class GsqlParse implements PartialParse {
  parsedPos = 0;
  stoppedAt: number | null = null;
  readonly #input: Input;
  /** Chunks that were not edited, by their beginning in the present text. */
  readonly #known = new Map<number, Tree>();
  /** Their beginnings, in order. */
  readonly #starts: readonly number[];
  readonly #chunks: Tree[] = [];
  readonly #positions: number[] = [];

  constructor(input: Input, fragments: readonly TreeFragment[]) {
    this.#input = input;
    for (const { tree, from, to, offset } of fragments) {
      tree.children.forEach((chunk, i) => {
        const start = (tree.positions[i] ?? 0) - offset;
        if (!(chunk instanceof Tree) || start < from || start + chunk.length > to) return;
        if (chunk.prop(chunkProp)?.closed === true) this.#known.set(start, chunk);
      });
    }
    this.#starts = [...this.#known.keys()].sort((a, b) => a - b);
  }

  stopAt(position: number): void {
    this.stoppedAt = position;
  }

  advance(): Tree | null {
    const { length } = this.#input;
    const end = Math.min(this.stoppedAt ?? length, length);
    while (this.parsedPos < end) {
      const known = this.#known.get(this.parsedPos);
      if (known !== undefined) this.#push(known);
      else {
        this.#push(this.#read());
        return null;
      }
    }
    return new Tree(nodeSet.types[DOCUMENT] as NodeType, this.#chunks, this.#positions, this.parsedPos);
  }

  #push(chunk: Tree): void {
    this.#chunks.push(chunk);
    this.#positions.push(this.parsedPos);
    this.parsedPos += chunk.length;
  }

  /** Lexes the chunk that begins here. */
  #read(): Tree {
    const start = this.parsedPos;
    const next = (this.#starts.find((known) => known > start) ?? Infinity) - start;
    for (let size = PART; ; size *= 2) {
      const end = Math.min(this.#input.length, start + size);
      const text = this.#input.read(start, end);
      const tokens = tokenize(text);
      const isAll = end === this.#input.length;
      const cut = chunkEnd(text, tokens, next, size > PART ? 'line' : isAll ? 'known' : 'statement');
      if (cut !== null) {
        const inside = tokens.filter((token) => token.end <= cut);
        return chunkOf(text.slice(0, cut), inside, true);
      }
      if (isAll) return chunkOf(text, tokens, false);
    }
  }
}

/**
 * The end of the chunk at the beginning of a text: after a line break that is in no token. Null where there is none.
 * @param next beginning of a chunk that is known: this one ends before it if it can
 * @param after what else a chunk may end after: the last line that ends a statement, any line, or nothing
 */
function chunkEnd(
  text: string,
  tokens: readonly ClassifiedToken[],
  next: number,
  after: 'statement' | 'line' | 'known',
): number | null {
  let last: number | null = null;
  for (const [i, { end }] of tokens.entries()) {
    const line = text.indexOf('\n', end) + 1;
    const until = tokens[i + 1]?.start ?? text.length;
    if (line === 0 || line > until) continue;
    if (next >= line && next <= until && text[next - 1] === '\n') return next;
    if (after === 'line' || (after === 'statement' && ';{}'.includes(text[end - 1] ?? ' '))) last = line;
  }
  return last;
}

class GsqlParser extends Parser {
  createParse(input: Input, fragments: readonly TreeFragment[]): PartialParse {
    return new GsqlParse(input, fragments);
  }
}

/** Calls for each brace between two offsets of a tree, in order, until that returns true. */
function findBrace(
  tree: Tree,
  [from, to]: readonly [number, number],
  signAt: (offset: number) => string,
  found: (sign: string, offset: number) => boolean,
): boolean {
  let ended = false;
  tree.iterate({
    from,
    to,
    enter: (node) => {
      if (ended) return false;
      if (node.name === 'Bracket' && node.from >= from && node.to <= to)
        ended = found(signAt(node.from), node.from);
      return undefined;
    },
  });
  return ended;
}

/** The range between the last brace that a line leaves open and the one that closes it on a later line. */
function foldAt(state: EditorState, lineStart: number, lineEnd: number): { from: number; to: number } | null {
  // Asked of each line in sight with each key.
  if (!state.sliceDoc(lineStart, lineEnd).includes('{')) return null;
  const tree = syntaxTree(state);
  const signAt = (offset: number) => state.sliceDoc(offset, offset + 1);
  const left: number[] = [];
  findBrace(tree, [lineStart, lineEnd], signAt, (sign, offset) => {
    if (sign === '{') left.push(offset);
    else if (sign === '}') left.pop();
    return false;
  });
  const open = left.at(-1);
  if (open === undefined) return null;
  let depth = 0;
  let close: number | null = null;
  for (const [i, chunk] of tree.children.entries()) {
    const start = tree.positions[i] ?? 0;
    if (start + chunk.length <= open || !(chunk instanceof Tree)) continue;
    const known = chunk.prop(chunkProp);
    // Chunks that do not hold the brace are not read.
    if (start > open && known !== undefined && known.closes < depth) {
      depth += known.opens - known.closes;
      continue;
    }
    const from = Math.max(start, open);
    const inChunk = (offset: number) => signAt(offset + start);
    const ended = findBrace(chunk, [from - start, chunk.length], inChunk, (sign, offset) => {
      if (sign === '{') depth += 1;
      else if (sign === '}') depth -= 1;
      if (depth === 0) close = offset + start;
      return depth === 0;
    });
    if (ended) break;
  }
  return close === null || close <= lineEnd ? null : { from: open + 1, to: close };
}

const language = new Language(data, new GsqlParser(), [], 'gsql');

/** Highlighting, folding, brackets, comments and indentation of GSQL. */
export function gsql(): LanguageSupport {
  return new LanguageSupport(language, [indentService.of(indentationAt), foldService.of(foldAt)]);
}
