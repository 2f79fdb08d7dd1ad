/**
 * Finds the texts of a module and makes calls of `text` and `nodes` of those that stand in elements, so that sources say
 * `<Button title="Close">Save</Button>` and pages are drawn in the language of the person.
 */
import { parseSync } from 'rolldown/utils';
import { decoded } from './entities.ts';

/** A text that a person reads, and the line where it stands. */
export interface Found {
  readonly key: string;
  readonly line: number;
}

export interface Rewritten {
  readonly code: string;
  readonly found: readonly Found[];
}

/** Attributes of elements whose texts are read by a person. */
const READ = new Set(
  `about action addLabel alt aria-description aria-label aria-roledescription aria-valuetext ariaLabel busy
  cancelLabel caption confirmLabel copiedMessage description emptyText everything failure failureTitle failed hint
  label legend lossesTitle message none note nothingFound nothingFoundMessage placeholder retryLabel subtitle summary
  text thumbFromLabel thumbLabel thumbToLabel tip title tooltip unit what`.split(/\s+/),
);

/** Elements that show code, names or keys as they are. */
const VERBATIM = new Set(['code', 'kbd', 'pre', 'style', 'Code', 'Kbd']);

/** A text has two letters beside each other: signs, units of one letter and empty strings are none. */
const TEXT = /\p{L}{2}/u;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** The context of a tag such as `t.of('edge')`; undefined for any other tag. */
function contextOf(tag: unknown): string | undefined {
  if (!isNode(tag) || !isNode(tag['callee']) || tag['callee'].type !== 'MemberExpression') return undefined;
  const { object, property } = tag['callee'];
  if (nameOf(object) !== 't' || nameOf(property) !== 'of') return undefined;
  const context = list(tag['arguments'])[0]?.['value'];
  return typeof context === 'string' ? context : undefined;
}

const list = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

const nameOf = (node: unknown): string =>
  isNode(node) && typeof node['name'] === 'string' ? node['name'] : '';

/** Text between tags, as React reads it: lines are trimmed and joined, empty ones fall away. */
function jsxText(raw: string): string {
  const lines = raw.split(/\r\n|\n|\r/);
  const kept = lines.map((line, at) => {
    let text = line.replaceAll('\t', ' ');
    if (at > 0) text = text.replace(/^ +/, '');
    return at < lines.length - 1 ? text.replace(/ +$/, '') : text;
  });
  return decoded(kept.filter((line) => line !== '').join(' '));
}

class Rewriting {
  readonly edits: Edit[] = [];
  readonly found: Found[] = [];
  readonly used = new Set<'text' | 'nodes'>();
  readonly #code: string;

  constructor(code: string) {
    this.#code = code;
  }

  #edit(start: number, end: number, by: string): void {
    this.edits.push({ start, end, by });
  }

  #key(key: string, { start }: Node): string {
    this.found.push({ key, line: this.#code.slice(0, start).split('\n').length });
    return JSON.stringify(key);
  }

  #call(name: 'text' | 'nodes', key: string, node: Node): string {
    this.used.add(name);
    return `__${name}(${this.#key(key, node)}`;
  }

  walk(value: unknown): void {
    if (Array.isArray(value)) {
      for (const each of value) this.walk(each);
      return;
    }
    if (!isNode(value)) return;
    switch (value.type) {
      case 'JSXElement':
      case 'JSXFragment':
        this.#element(value);
        return;
      case 'TaggedTemplateExpression':
        this.#marked(value);
        this.#inside(value);
        return;
      default:
        this.#inside(value);
    }
  }

  #inside(node: Node): void {
    for (const field of Object.values(node)) this.walk(field);
  }

  /** A text that its author has marked: its key is kept, its code stays. */
  #marked({ tag, quasi }: Node): void {
    const context = contextOf(tag);
    if (!isNode(quasi) || (context === undefined && nameOf(tag) !== 't')) return;
    this.#key(context === undefined ? templateKey(quasi) : `${templateKey(quasi)}@${context}`, quasi);
    for (const value of list(quasi['expressions'])) this.#read(value);
  }

  #element(node: Node): void {
    const opening = node['openingElement'];
    let verbatim = false;
    if (isNode(opening)) {
      verbatim = VERBATIM.has(nameOf(opening['name']));
      for (const attribute of list(opening['attributes'])) this.#attribute(attribute);
    }
    const children = list(node['children']);
    if (verbatim) this.walk(children);
    else this.#children(children);
  }

  #attribute(attribute: Node): void {
    const { value } = attribute;
    if (!isNode(value)) {
      this.#inside(attribute);
      return;
    }
    if (!READ.has(nameOf(attribute['name']))) {
      this.walk(value);
      return;
    }
    if (value.type === 'Literal') {
      const raw = this.#code.slice(value.start + 1, value.end - 1);
      const key = decoded(raw);
      if (TEXT.test(key)) this.#edit(value.start, value.end, `{${this.#call('text', key, value)})}`);
    } else if (value.type === 'JSXExpressionContainer') {
      this.#read(value['expression']);
    } else {
      this.walk(value);
    }
  }

  /** An expression whose value a person reads: its own strings are texts, in each branch. */
  #read(node: unknown): void {
    if (!isNode(node)) return;
    switch (node.type) {
      case 'Literal':
        if (typeof node['value'] === 'string' && TEXT.test(node['value'])) {
          this.#edit(node.start, node.end, `${this.#call('text', node['value'], node)})`);
        }
        return;
      case 'TemplateLiteral':
        this.#template(node);
        return;
      case 'ConditionalExpression':
        this.walk(node['test']);
        this.#read(node['consequent']);
        this.#read(node['alternate']);
        return;
      case 'LogicalExpression':
        if (node['operator'] === '&&') this.walk(node['left']);
        else this.#read(node['left']);
        this.#read(node['right']);
        return;
      case 'ParenthesizedExpression':
        this.#read(node['expression']);
        return;
      default:
        this.walk(node);
    }
  }

  #template(node: Node): void {
    const values = list(node['expressions']);
    const key = templateKey(node);
    if (TEXT.test(key.replaceAll(/\{\d\}/g, ''))) {
      this.#edit(
        node.start,
        values[0]?.start ?? node.end,
        `${this.#call('text', key, node)}${values.length > 0 ? ', ' : ')'}`,
      );
      values.forEach((value, at) => {
        const next = values[at + 1];
        this.#edit(value.end, next?.start ?? node.end, next === undefined ? ')' : ', ');
      });
    }
    for (const value of values) this.#read(value);
  }

  #children(children: readonly Node[]): void {
    const parts = children.map((node) => ({ node, text: childText(node) }));
    const read = (text: string | undefined): boolean => text !== undefined && TEXT.test(text);
    let first = parts.findIndex(({ text }) => read(text));
    let last = parts.findLastIndex(({ text }) => read(text));
    if (first >= 0) {
      while (first > 0 && isOfSentence(children[first - 1])) first -= 1;
      while (isOfSentence(children[last + 1])) last += 1;
    }
    const group = parts.slice(Math.max(first, 0), last + 1);
    this.#group(group.filter(({ node }) => !isNothing(node)));
    for (const { node } of group) if (isNothing(node)) this.#edit(node.start, node.end, '');
    for (const { node } of parts) {
      if (group.some((part) => part.node === node)) continue;
      if (node.type === 'JSXExpressionContainer') this.#read(node['expression']);
      else this.walk(node);
    }
  }

  /** Children from the first text to the last one: one text, with what stands between as its values. */
  #group(group: readonly { readonly node: Node; readonly text: string | undefined }[]): void {
    const [head, ...tail] = group;
    if (head === undefined) return;
    const joined = group.map(({ text }) => text);
    if (joined.every((text) => text !== undefined)) {
      const whole = joined.join('');
      const end = tail.at(-1)?.node.end ?? head.node.end;
      this.#edit(
        head.node.start,
        end,
        `${around(whole, 'before')}{${this.#call('text', whole.trim(), head.node)})}${around(whole, 'after')}`,
      );
      return;
    }
    let key = '';
    let count = 0;
    for (const { text } of group) key += text ?? `{${count++}}`;
    const call = this.#call('nodes', key.trim(), head.node);
    group.forEach(({ node, text }, at) => {
      const begin = at === 0 ? `${around(key, 'before')}{${call}` : '';
      const finish = at === group.length - 1 ? `)}${around(key, 'after')}` : '';
      if (text !== undefined) {
        this.#edit(node.start, node.end, `${begin}${finish}`);
      } else if (node.type === 'JSXExpressionContainer') {
        const expression = node['expression'];
        if (!isNode(expression)) return;
        this.#edit(node.start, expression.start, `${begin}, (`);
        this.#edit(expression.end, node.end, `)${finish}`);
        this.#read(expression);
      } else {
        this.#edit(node.start, node.start, `${begin}, `);
        this.walk(node);
        this.#edit(node.end, node.end, finish);
      }
    });
  }
}

/** Spaces at an end of a text stay outside of it. */
function around(text: string, end: 'before' | 'after'): string {
  return (end === 'before' ? /^\s/ : /\s$/).test(text) ? "{' '}" : '';
}

/** The text of a child that is nothing else; undefined for elements and other expressions. */
function childText(node: Node): string | undefined {
  if (node.type === 'JSXText') return jsxText(String(node['value']));
  const expression = node.type === 'JSXExpressionContainer' ? node['expression'] : undefined;
  if (isNode(expression) && expression.type === 'Literal' && typeof expression['value'] === 'string') {
    return expression['value'];
  }
  return undefined;
}

/** Elements that stand among the words of a sentence. */
const INLINE = new Set([
  'a',
  'b',
  'code',
  'em',
  'i',
  'kbd',
  'strong',
  'Anchor',
  'Code',
  'Kbd',
  'Link',
  'RelativeTime',
]);

/** A value beside a text belongs to its sentence: `{name} did not answer`. Blocks, icons and lists do not. */
function isOfSentence(node: Node | undefined): boolean {
  if (node === undefined) return false;
  if (node.type === 'JSXElement') {
    const opening = node['openingElement'];
    return isNode(opening) && INLINE.has(nameOf(opening['name']));
  }
  if (node.type === 'JSXText' || isNothing(node)) return true;
  return node.type === 'JSXExpressionContainer' && !hasElements(node['expression']);
}

function hasElements(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasElements);
  if (!isNode(value)) return false;
  return value.type.startsWith('JSX') || Object.values(value).some(hasElements);
}

/** A comment among children, or white space between lines. */
function isNothing(node: Node): boolean {
  if (node.type === 'JSXText') return jsxText(String(node['value'])) === '';
  const expression = node.type === 'JSXExpressionContainer' ? node['expression'] : undefined;
  return isNode(expression) && expression.type === 'JSXEmptyExpression';
}

/** `Delete ${name}?` as `Delete {0}?`. */
function templateKey(template: Node): string {
  return list(template['quasis'])
    .map((part) => (part['value'] as { readonly cooked: string }).cooked)
    .reduce((all, part, at) => `${all}{${at - 1}}${part}`);
}

const IMPORT = "import { nodes as __nodes, text as __text } from '@acacia/texts';";

/**
 * @param file its name says whether there may be elements
 * @throws Error where the module cannot be parsed
 */
export function rewrite(file: string, code: string): Rewritten {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const rewriting = new Rewriting(code);
  rewriting.walk(program);
  const { edits, found, used } = rewriting;
  let at = 0;
  let out = used.size > 0 ? IMPORT : '';
  for (const { start, end, by } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    out += code.slice(at, start) + by;
    at = end;
  }
  return { code: edits.length === 0 ? code : out + code.slice(at), found };
}
