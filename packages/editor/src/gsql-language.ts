/**
 * GSQL for CodeMirror. The tree comes from the lexer of the parser and the engine: one node per token, and nodes for
 * bracketed ranges, by which code is folded and brackets are matched.
 */
import { tokenize, type TokenClass } from '@acacia/language';
import {
  Language,
  LanguageSupport,
  defineLanguageFacet,
  foldInside,
  foldNodeProp,
  indentService,
  languageDataProp,
} from '@codemirror/language';
import { NodeSet, NodeType, Parser, Tree } from '@lezer/common';
import type { Input, PartialParse } from '@lezer/common';
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
const BLOCK = CLASSES.length + 1;

const nodeSet = new NodeSet([
  NodeType.define({ id: DOCUMENT, name: 'Document', top: true, props: [[languageDataProp, data]] }),
  ...CLASSES.map((name, i) => NodeType.define({ id: i + 1, name: TOKENS[name][0] })),
  NodeType.define({ id: BLOCK, name: 'Block' }),
]).extend(
  styleTags(Object.fromEntries(CLASSES.map((name) => [TOKENS[name][0], TOKENS[name][1]]))),
  foldNodeProp.add({ Block: foldInside }),
);

/** The tree of a text: tokens in order, those between `{` and `}` inside a block. */
function treeOf(text: string): Tree {
  const buffer: number[] = [];
  const open: { readonly start: number; readonly index: number }[] = [];
  for (const { start, end, class: kind } of tokenize(text)) {
    if (kind === 'bracket' && text[start] === '{') open.push({ start, index: buffer.length });
    buffer.push(CLASSES.indexOf(kind) + 1, start, end, 4);
    if (kind === 'bracket' && text[start] === '}') {
      const block = open.pop();
      if (block !== undefined) buffer.push(BLOCK, block.start, end, buffer.length - block.index + 4);
    }
  }
  return Tree.build({ buffer, nodeSet, topID: DOCUMENT, length: text.length });
}

class GsqlParser extends Parser {
  createParse(input: Input): PartialParse {
    let stoppedAt: number | null = null;
    return {
      parsedPos: input.length,
      get stoppedAt() {
        return stoppedAt;
      },
      stopAt(position: number) {
        stoppedAt = position;
      },
      advance: () => treeOf(input.read(0, stoppedAt ?? input.length)),
    };
  }
}

const language = new Language(data, new GsqlParser(), [], 'gsql');

/** Highlighting, folding, brackets, comments and indentation of GSQL. */
export function gsql(): LanguageSupport {
  return new LanguageSupport(language, indentService.of(indentationAt));
}
