/** State of the checker while it walks a query, and its reporting of diagnostics. */
import { finding, type Finding } from '../diagnostics/catalogue.ts';
import type { Diagnostic, Severity, Span } from '../../diagnostic.ts';
import { nearest } from '../../text-distance.ts';
import type { Binding, Type } from '../analysis.ts';
import type { AccumType, Expr, QueryDefinition, TupleField, TypeExpr } from '../ast.ts';
import { MAX_CHECK_STEPS, MAX_FAULTS } from '../limits.ts';
import { parseTypeText } from '../parse.ts';
import { SchemaIndex } from './schema-index.ts';
import type { GraphSchema } from '../../schema.ts';
import { Scope } from './scope.ts';
import type { Entry } from './scope.ts';
import { fromAttribute, fromTypeExpr, unite } from './types.ts';
import type { TupleTypeValue, TypeNames } from './types.ts';

/** The clause around an expression, as far as rules depend on it. */
export type Place = 'body' | 'where' | 'accum' | 'postAccum';

export interface ScopeRecord {
  readonly span: Span;
  readonly scope: Scope;
}

export interface AliasUse {
  readonly name: string;
  readonly kind: 'vertexAlias' | 'edgeAlias';
  readonly span: Span;
}

/** Ends the walk of a query whose checking takes too many steps. Never leaves `walkQuery`. */
export class TooMuchWork extends Error {}

export class Context implements TypeNames {
  readonly query: QueryDefinition;
  readonly schema: SchemaIndex;
  readonly diagnostics: Diagnostic[] = [];
  /** Accumulators that are seen where the walk is: those of blocks end with their block. */
  readonly globalAccums = new Map<string, AccumType>();
  readonly vertexAccums = new Map<string, AccumType>();
  readonly edgeAccums = new Map<string, AccumType>();
  /** Accumulators of the whole query, for the editor. */
  readonly declaredAccums = {
    global: new Map<string, AccumType>(),
    vertex: new Map<string, AccumType>(),
  };
  /** For each accumulator that the innermost block declares: restores the outer one of its name. */
  #blockAccums = new Map<string, () => void>();
  readonly tuples = new Map<string, readonly TupleField[]>();
  readonly accumTypedefs = new Map<string, AccumType>();
  readonly variables = new Map<string, TypeExpr>();
  /** Names of exceptions that the query declares. */
  readonly exceptions = new Set<string>();
  readonly typeOf = new Map<Expr, Type>();
  readonly bindingOf = new Map<Expr, Binding>();
  readonly scopes: ScopeRecord[] = [];
  /** Vertex types of each vertex-set variable where the walk stands; empty: any. */
  vertexSets = new Map<string, readonly string[]>();
  readonly tables = new Map<string, Extract<Type, { kind: 'table' }>>();
  /** Entries `(k1, k2 -> v1, v2)` whose place takes them: they are added to an accumulator. */
  readonly addedEntries = new Set<Expr>();
  /** When set, records every use of an alias of FROM. */
  aliasUses: AliasUse[] | undefined;
  scope = new Scope();
  #steps = 0;
  place: Place = 'body';
  /** True inside the FILTER of a call that reads a file, where `$0` is a column. */
  columnsAllowed = false;

  constructor(query: QueryDefinition, schema: GraphSchema) {
    this.query = query;
    this.schema = new SchemaIndex(schema);
  }

  /** A context that knows the names of this one, against another schema. Declarations in it do not change this one. */
  copy(schema: GraphSchema): Context {
    const copy = new Context(this.query, schema);
    fill(copy.globalAccums, this.globalAccums);
    fill(copy.vertexAccums, this.vertexAccums);
    fill(copy.edgeAccums, this.edgeAccums);
    fill(copy.declaredAccums.global, this.declaredAccums.global);
    fill(copy.declaredAccums.vertex, this.declaredAccums.vertex);
    fill(copy.tuples, this.tuples);
    fill(copy.accumTypedefs, this.accumTypedefs);
    fill(copy.variables, this.variables);
    fill(copy.vertexSets, this.vertexSets);
    fill(copy.tables, this.tables);
    for (const name of this.exceptions) copy.exceptions.add(name);
    for (const [name, entry] of this.scope.visible()) copy.scope.set(name, entry);
    copy.#steps = this.#steps;
    return copy;
  }

  // ------------------------------------------------------------ types by name

  tuple(name: string): TupleTypeValue | undefined {
    const fields = this.tuples.get(name);
    if (fields !== undefined) {
      return {
        kind: 'tuple',
        name,
        fields: fields.map((field) => ({ name: field.name, type: fromTypeExpr(field.type, this) })),
      };
    }
    const stored = this.schema.schema.tuples.find(
      (tuple) => tuple.name === name && tuple.accum === undefined,
    );
    return (
      stored && {
        kind: 'tuple',
        name,
        fields: stored.fields.map((field) => ({ name: field.name, type: fromAttribute(field.type, this) })),
      }
    );
  }

  accum(name: string): AccumType | undefined {
    const own = this.accumTypedefs.get(name);
    if (own !== undefined) return own;
    const stored = this.schema.schema.tuples.find((tuple) => tuple.name === name)?.accum;
    const type = stored === undefined ? undefined : parseTypeText(stored);
    return type?.kind === 'accum' ? type.accum : undefined;
  }

  // ------------------------------------------------------------ names

  find(name: string): Entry | undefined {
    if (name.startsWith('@@')) return this.#findAccum(name);
    return this.scope.find(name) ?? this.#findSet(name);
  }

  /** A global accumulator where a pattern takes the name of a type: with its signs. */
  #findAccum(name: string): Entry | undefined {
    const accum = this.globalAccums.get(name.slice(2));
    return accum && { binding: { kind: 'variable', name }, type: { kind: 'accum', accum } };
  }

  #findSet(name: string): Entry | undefined {
    const types = this.vertexSets.get(name);
    if (types !== undefined)
      return { binding: { kind: 'vertexSet', name }, type: { kind: 'vertexSet', types } };
    const table = this.tables.get(name);
    return table && { binding: { kind: 'table', name }, type: table };
  }

  /** Candidates for a misspelt name; collected only on demand. */
  *visibleNames(): Iterable<string> {
    yield* this.scope.visible().keys();
    yield* this.vertexSets.keys();
    yield* this.tables.keys();
  }

  /** Counts steps of the walk, and aborts it beyond a limit that no sensible query reaches. */
  work(steps: number): void {
    this.#steps += steps;
    if (this.#steps > MAX_CHECK_STEPS) throw new TooMuchWork();
  }

  /** Declares a name in the innermost block, reporting when it is taken there. */
  declare(name: string, entry: Entry, span: Span): void {
    if (!this.scope.declare(name, entry)) this.error(finding('nameDeclared', { name }), span);
  }

  /** Runs `walk` in a new block, which is recorded for completion. */
  inBlock<T>(span: Span, walk: () => T): T {
    const outer = this.scope;
    const outerAccums = this.#blockAccums;
    this.scope = new Scope(outer);
    this.#blockAccums = new Map();
    this.scopes.push({ span, scope: this.scope });
    try {
      return walk();
    } finally {
      this.scope = outer;
      for (const restore of this.#blockAccums.values()) restore();
      this.#blockAccums = outerAccums;
    }
  }

  /** Declares an accumulator in the innermost block; false when that block has declared the name already. */
  declareAccum(name: string, kind: 'global' | 'vertex' | 'edge', accum: AccumType): boolean {
    const accums = { global: this.globalAccums, vertex: this.vertexAccums, edge: this.edgeAccums }[kind];
    const before = accums.get(name);
    const key = `${kind} ${name}`;
    const first = !this.#blockAccums.has(key);
    if (first) {
      this.#blockAccums.set(key, () => {
        if (before === undefined) accums.delete(name);
        else accums.set(name, before);
      });
    }
    accums.set(name, accum);
    if (kind !== 'edge') this.declaredAccums[kind].set(name, accum);
    return first;
  }

  /** The aliases that `walk` uses, in its order. */
  usesIn(walk: () => void): readonly AliasUse[] {
    const outer = this.aliasUses;
    const uses: AliasUse[] = [];
    this.aliasUses = uses;
    try {
      walk();
    } finally {
      this.aliasUses = outer;
      outer?.push(...uses);
    }
    return uses;
  }

  inPlace<T>(place: Place, walk: () => T): T {
    const before = this.place;
    this.place = place;
    try {
      return walk();
    } finally {
      this.place = before;
    }
  }

  // ------------------------------------------------------------ flow of vertex sets

  /** After a branch: a set may hold the types of either way. */
  mergeSets(other: ReadonlyMap<string, readonly string[]>): void {
    for (const [name, types] of other) {
      const here = this.vertexSets.get(name);
      this.vertexSets.set(name, here === undefined ? types : unite(here, types));
    }
  }

  /**
   * Walks a loop's body until the vertex sets that it passes on to its next round stop growing; only the last walk's
   * diagnostics count.
   */
  untilStable(walk: () => void): void {
    const reported = this.diagnostics.length;
    const recorded = this.scopes.length;
    for (;;) {
      this.work(this.vertexSets.size);
      const before = new Map(this.vertexSets);
      walk();
      this.mergeSets(before);
      if (sameSets(before, this.vertexSets)) return;
      this.diagnostics.length = reported;
      this.scopes.length = recorded;
    }
  }

  // ------------------------------------------------------------ reports

  error(found: Finding, span: Span, fix?: Diagnostic['fix']): void {
    this.#report('error', found, span, fix);
  }

  warn(found: Finding, span: Span, fix?: Diagnostic['fix']): void {
    this.#report('warning', found, span, fix);
  }

  #report(severity: Severity, found: Finding, { start, end }: Span, fix: Diagnostic['fix']): void {
    this.diagnostics.push({
      ...found,
      severity,
      span: { start, end },
      ...(fix === undefined ? {} : { fix }),
    });
  }

  /** Reports an unknown name, with the nearest known one when there is one. `what` as in `a vertex type`. */
  unknown(what: string, name: string, span: Span, known: Iterable<string>, where = ''): void {
    // No suggestions beyond the first errors: finding one compares all names.
    const near = this.diagnostics.length < MAX_FAULTS ? nearest(name, known) : undefined;
    // Replaced only where the span is exactly the name: some spans hold more.
    const exact = span.end - span.start === name.length;
    this.error(
      near === undefined
        ? finding('nameUnknown', { what, name, where })
        : finding('nameUnknownNear', { what, name, where, near }),
      span,
      near === undefined || !exact ? undefined : { title: `Change to ${near}`, replacement: near },
    );
  }

  /** Records and returns the type of an expression. */
  typed(expr: Expr, type: Type): Type {
    this.typeOf.set(expr, type);
    return type;
  }

  bind(expr: Expr, entry: Entry): Type {
    const { binding } = entry;
    this.bindingOf.set(expr, binding);
    if (binding.kind === 'vertexAlias' || binding.kind === 'edgeAlias') {
      this.aliasUses?.push({ name: binding.name, kind: binding.kind, span: expr.span });
    }
    return this.typed(expr, entry.type);
  }
}

function fill<Value>(to: Map<string, Value>, from: ReadonlyMap<string, Value>): void {
  for (const [name, value] of from) to.set(name, value);
}

function sameSets(
  a: ReadonlyMap<string, readonly string[]>,
  b: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (a.size !== b.size) return false;
  for (const [name, types] of a) {
    const other = b.get(name);
    if (other === undefined || types.length !== other.length || types.some((type) => !other.includes(type)))
      return false;
  }
  return true;
}
