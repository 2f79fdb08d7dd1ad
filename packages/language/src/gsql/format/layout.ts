/** Line breaks and indents for `format.ts`, from the tree. */
import type { Span } from '../../diagnostic.ts';
import type { BodyStatement, DmlStatement, Program, SelectExpr, Statement } from '../ast.ts';
import type { Token } from '../lexer.ts';
import { CLAUSES } from '../parser/select.ts';

/** A statement and its depth: lines that do not begin a statement are indented below the one around them. */
interface Owner {
  readonly span: Span;
  readonly depth: number;
  /** Its END, ELSE and WHEN are on separate lines. */
  readonly isBlock: boolean;
  /** `=` in it assigns, and is not that of an option such as HEADER="true". */
  readonly assigns: boolean;
}

export interface Layout {
  /** Places that begin a line, and their depth. */
  readonly breaks: ReadonlyMap<number, number>;
  /** Depths of places that begin a line when the writer wants so. */
  readonly depths: ReadonlyMap<number, number>;
  /** The braces around bodies of queries and jobs: after the first and before the second a line begins. */
  readonly bodies: readonly Span[];
  /** The innermost statement around the token that begins at a place. */
  owner(offset: number): Owner | undefined;
}

/** Longer SELECT statements have a line for each clause. */
const LONG = 90;
const CLOSERS: readonly string[] = ['END', 'ELSE', 'WHEN', 'EXCEPTION'];

function isClause(token: Token, after: Token | undefined): boolean {
  if (token.kind !== 'word' || !CLAUSES.some((clause) => clause === token.upper)) return false;
  return (token.upper !== 'GROUP' && token.upper !== 'ORDER') || after?.upper === 'BY';
}

export function layoutOf({ statements }: Program, tokens: readonly Token[], text: string): Layout {
  return new Builder(tokens, text).build(statements);
}

class Builder {
  readonly #tokens: readonly Token[];
  readonly #text: string;
  readonly #breaks = new Map<number, number>();
  readonly #depths = new Map<number, number>();
  readonly #bodies: Span[] = [];
  readonly #owners: Owner[] = [];
  /** Spans of CASE expressions: their words are no statement's. */
  readonly #cases: Span[] = [];

  constructor(tokens: readonly Token[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  build(statements: readonly Statement[]): Layout {
    for (const statement of statements) this.#shellStatement(statement);
    for (const owner of this.#owners) if (owner.isBlock) this.#closers(owner);
    const ownerOf = new Map<number, Owner>();
    // Inner statements come after those around them.
    for (const owner of this.#owners)
      for (const { start } of this.#within(owner.span)) ownerOf.set(start, owner);
    const [breaks, depths, bodies] = [this.#breaks, this.#depths, this.#bodies];
    return {
      breaks,
      depths,
      bodies,
      owner: (offset) => ownerOf.get(offset),
    };
  }

  #shellStatement(statement: Statement): void {
    switch (statement.kind) {
      case 'createQuery':
      case 'createTemplate':
      case 'interpretQuery': {
        const { body } = statement.query;
        this.#body(statement.span);
        collectCases(body, this.#cases);
        this.#list(body, 1);
        return;
      }
      case 'createLoadingJob':
      case 'createSchemaJob':
        this.#job(statement.span);
        return;
      default:
    }
  }

  /** The tokens of a span: they lie in order. */
  #within({ start, end }: Span): readonly Token[] {
    const firstFrom = (offset: number): number => {
      let [low, high] = [0, this.#tokens.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((this.#tokens[middle]?.start ?? offset) < offset) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    return this.#tokens.slice(firstFrom(start), firstFrom(end));
  }

  /** The braces of a query: the first that opens outside of parentheses, and the last. */
  #body(span: Span): { readonly from: number; readonly to: number } | undefined {
    let parentheses = 0;
    const inside = this.#within(span);
    const open = inside.find(({ kind, value }) => {
      if (kind !== 'symbol') return false;
      if (value === '(') parentheses += 1;
      else if (value === ')') parentheses -= 1;
      return value === '{' && parentheses === 0;
    });
    const close = inside.findLast(({ kind, value }) => kind === 'symbol' && value === '}');
    if (open === undefined || close === undefined || close.start <= open.start) return undefined;
    this.#bodies.push({ start: open.start, end: close.end });
    return { from: open.end, to: close.start };
  }

  /** A job's statements end with semicolons. */
  #job(span: Span): void {
    const body = this.#body(span);
    if (body === undefined) return;
    let begins = true;
    let depth = 0;
    for (const { kind, value, start } of this.#tokens) {
      if (start < body.from || start >= body.to) continue;
      if (begins) this.#breaks.set(start, 1);
      begins = false;
      if (kind !== 'symbol') continue;
      if ('([{'.includes(value)) depth += 1;
      else if (')]}'.includes(value)) depth -= 1;
      else if (value === ';') begins = depth === 0;
    }
    this.#owners.push({ span: { start: body.from, end: body.to }, depth: 1, isBlock: false, assigns: false });
  }

  #list(statements: readonly BodyStatement[], depth: number): void {
    for (const statement of statements) {
      this.#breaks.set(statement.span.start, depth);
      const isBlock = ['if', 'while', 'foreach', 'try'].includes(statement.kind);
      this.#owners.push({ span: statement.span, depth, isBlock, assigns: true });
      this.#inside(statement, depth);
    }
  }

  #inside(statement: BodyStatement, depth: number): void {
    switch (statement.kind) {
      case 'if':
        for (const { body } of statement.branches) this.#list(body, depth + 1);
        this.#list(statement.otherwise ?? [], depth + 1);
        return;
      case 'while':
      case 'foreach':
        this.#list(statement.body, depth + 1);
        return;
      case 'try':
        this.#list(statement.body, depth + 1);
        for (const { body } of statement.handlers) this.#list(body, depth + 1);
        this.#list(statement.otherwise ?? [], depth + 1);
        return;
      case 'select':
      case 'assignSelect':
        this.#select(statement.select, statement.span, depth);
        return;
      case 'update':
        this.#dml(statement.set, depth + 2);
        return;
      default:
    }
  }

  #select(select: SelectExpr, span: Span, depth: number): void {
    this.#dml(select.accum, depth + 2);
    for (const { body } of select.postAccum) this.#dml(body, depth + 2);
    const inside = this.#within(span);
    const width = inside.reduce((sum, { start, end }) => sum + end - start + 1, 2 * depth);
    const isLong = width > LONG || this.#text.slice(span.start, span.end).includes('\n');
    let nesting = 0;
    inside.forEach((token, index) => {
      if (token.kind === 'symbol' && '([{'.includes(token.value)) nesting += 1;
      else if (token.kind === 'symbol' && ')]}'.includes(token.value)) nesting -= 1;
      else if (nesting === 0 && isClause(token, inside[index + 1]) && inside[index - 1]?.value !== '.') {
        (isLong ? this.#breaks : this.#depths).set(token.start, depth + 1);
      }
    });
  }

  /** Statements of ACCUM: they may stand beside one another. */
  #dml(statements: readonly DmlStatement[], depth: number): void {
    for (const statement of statements) {
      this.#depths.set(statement.span.start, depth);
      this.#owners.push({ span: statement.span, depth, isBlock: false, assigns: true });
      if (statement.kind === 'if') {
        for (const { body } of statement.branches) this.#dml(body, depth + 1);
        this.#dml(statement.otherwise ?? [], depth + 1);
        this.#wordsOf(statement.span, depth, this.#depths);
      } else if (statement.kind === 'while' || statement.kind === 'foreach') {
        this.#dml(statement.body, depth + 1);
        this.#wordsOf(statement.span, depth, this.#depths);
      }
    }
  }

  #closers({ span, depth }: Owner): void {
    this.#wordsOf(span, depth, this.#breaks);
  }

  /** Notes the words that end the parts of a block, unless they belong to a statement or a CASE inside of it. */
  #wordsOf(span: Span, depth: number, places: Map<number, number>): void {
    const inside = this.#within(span);
    inside.forEach((token, index) => {
      if (index === 0 || token.kind !== 'word' || !CLOSERS.includes(token.upper)) return;
      const before = inside[index - 1];
      // `CASE WHEN` and `EXCEPTION WHEN` begin on one line.
      if (token.upper === 'WHEN' && (before?.upper === 'CASE' || before?.upper === 'EXCEPTION')) return;
      if (before?.value === '.' || this.#cases.some((each) => holds(each, token))) return;
      const inner = this.#owners.some(
        (each) => each.span !== span && holds(span, each.span) && holds(each.span, token),
      );
      if (!inner) places.set(token.start, depth);
    });
  }
}

const holds = (outer: Span, inner: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** Adds the spans of CASE expressions in a tree. */
function collectCases(tree: unknown, spans: Span[]): void {
  if (typeof tree !== 'object' || tree === null) return;
  if (Array.isArray(tree)) {
    for (const item of tree) collectCases(item, spans);
    return;
  }
  if ('kind' in tree && tree.kind === 'case' && 'span' in tree) spans.push(tree.span as Span);
  for (const value of Object.values(tree)) collectCases(value, spans);
}
