/** State of the compilation of one query: names in scope, accumulators, constants, hoisted values. */
import type { Ast, AttributeType, GraphSchema } from '@acacia/language';
import type { library } from '../library/index.ts';
import type { AccumInfo, TupleType, ValueType } from '../library/value-types.ts';
import { type Code, Names, js, literal } from './code.ts';
import { Profiling } from './profile.ts';
import { ANY, attributeType, catalogAccums, catalogTuples } from './types.ts';

/** A compiled expression. `needs`: columns that must be there for it to mean something. */
export interface Operand {
  readonly code: Code;
  readonly type: ValueType;
  readonly needs: readonly Code[];
  /** Has one value during a SELECT: a literal, a parameter, a variable of the body. */
  readonly invariant?: boolean;
  /**
   * An INT as a double: its value while that is a safe integer, else NaN or an infinity, and then `code`
   * has to be asked. It keeps numbers out of boxes in inner loops.
   */
  readonly fast?: Code;
  /** `(key -> value)`: its two parts; `plain`: both as `fast` has them. */
  readonly pair?: {
    readonly key: Code;
    readonly value: Code;
    readonly plain: readonly [key: Code, value: Code] | undefined;
  };
  /** A string attribute of an alias: lets equality compare codes instead of texts. */
  readonly text?: { readonly alias: AliasBase; readonly strings: Code; readonly code: Code };
}

/** An alias while its loop is being generated. Values that its readers need are hoisted before the loop. */
export abstract class AliasBase {
  /** Index of the pattern's operator that binds the alias; infinite for an alias without a pattern. */
  depth = Infinity;
  readonly #names: Names;
  readonly #hoists = new Map<string, { readonly id: Code; readonly value: Code }>();
  readonly #each = new Map<Code, Code>();
  readonly #here = new Map<Code, Code>();
  readonly #asked: Code[] = [];
  readonly #met = new Map<Code, Code>();
  readonly #locals = new Map<string, { readonly id: Code; readonly initial: Code; readonly end: Code }>();
  readonly #once = new Map<string, { readonly id: Code; readonly known: Code; readonly initial: Code }>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** The identifier of a value that is computed once per type of the alias; `key` is unique to the value. */
  hoist(key: string, value: Code): Code {
    let entry = this.#hoists.get(key);
    if (entry === undefined) {
      entry = { id: this.#names.fresh(), value };
      this.#hoists.set(key, entry);
    }
    return entry.id;
  }

  /**
   * The value of an expression that depends on this alias alone, evaluated at most once per vertex although the
   * inner loops read it many times. The expression must be free of effects and keep its value.
   * `initial` is any value of the same type: a variable that is never undefined stays an unboxed number.
   */
  once(value: Code, initial: Code): Code {
    const key = `once ${value}`;
    let entry = this.#once.get(key);
    if (entry === undefined) {
      entry = { id: this.#names.fresh(), known: this.#names.fresh(), initial };
      this.#once.set(key, entry);
    }
    return js`(${entry.known} ? ${entry.id} : (${entry.known} = true, ${entry.id} = ${value}))`;
  }

  /** The identifier of a value that costs little and cannot fail, read once per vertex of the alias. */
  each(value: Code): Code {
    const known = this.#here.get(value) ?? this.#each.get(value);
    if (known !== undefined) return known;
    const id = this.#names.fresh();
    this.#each.set(value, id);
    return id;
  }

  /** As `each`, while the loop of the alias itself is being compiled: the value is read where it is first used. */
  here(value: Code): Code {
    const known = this.#here.get(value);
    if (known !== undefined) return known;
    const id = this.#names.fresh();
    this.#here.set(value, id);
    this.#asked.push(js`const ${id} = ${value};`);
    return id;
  }

  /** Declarations of the values of `here` since the last call, to be put before their use. */
  taken(): Code {
    return js`${this.#asked.splice(0)}`;
  }

  /** Declarations of the values of `each` and `once`: to be put where the alias' vertex is known. */
  rowPrelude(): Code {
    const each = [...this.#each].map(([value, id]) => js`const ${id} = ${value};`);
    const met = [...this.#met.values()].map((id) => js`let ${id} = false;`);
    const locals = [...this.#locals.values()].map(({ id, initial }) => js`let ${id} = ${initial};`);
    return js`${each}\n${met}\n${locals}\n${[...this.#once.values()].map(({ id, known, initial }) => js`let ${id} = ${initial}, ${known} = false;`)}`;
  }

  /** Code that schedules `action` to run once per vertex, after the inner loops. */
  whenMet(action: Code): Code {
    let id = this.#met.get(action);
    if (id === undefined) {
      id = this.#names.fresh();
      this.#met.set(action, id);
    }
    return js`${id} = true;`;
  }

  /**
   * The identifier of a variable that starts as `initial` and that the inner loops change. The code of `end` runs
   * after these loops, for each vertex for which the variable changed.
   */
  local(key: string, initial: Code, end: (id: Code) => Code): Code {
    let entry = this.#locals.get(key);
    if (entry === undefined) {
      const id = this.#names.fresh();
      entry = { id, initial, end: end(id) };
      this.#locals.set(key, entry);
    }
    return entry.id;
  }

  /** Code that runs after the inner loops: that of `local` and of `whenMet`. */
  rowEnd(): Code {
    const locals = [...this.#locals.values()].map(
      ({ id, initial, end }) => js`if (${id} !== ${initial}) { ${end} }`,
    );
    return js`${locals}\n${[...this.#met].map(([action, id]) => js`if (${id}) ${action}`)}`;
  }

  /** The declarations of everything hoisted so far: to be put where the alias' type is known. */
  prelude(): Code {
    return js`${[...this.#hoists.values()].map(({ id, value }) => js`const ${id} = ${value};`)}`;
  }
}

export class VertexAlias extends AliasBase {
  /** The possible vertex types, as far as the text determines them; null: any. */
  readonly types: readonly string[] | null;
  readonly typeIndex: Code;
  readonly number: Code;

  constructor(names: Names, types: readonly string[] | null) {
    super(names);
    this.types = types;
    this.typeIndex = names.fresh();
    this.number = names.fresh();
  }

  get ref(): Code {
    return js`(${this.typeIndex} * 1099511627776 + ${this.number})`;
  }
}

export class EdgeAlias extends AliasBase {
  readonly types: readonly string[] | null;
  readonly ordinal: Code;
  readonly base: Code;
  readonly row: Code;

  constructor(names: Names, types: readonly string[] | null) {
    super(names);
    this.types = types;
    this.ordinal = names.fresh();
    this.base = names.fresh();
    this.row = names.fresh();
  }

  get ref(): Code {
    return js`(${this.base} + ${this.row})`;
  }
}

type Binding =
  | {
      readonly kind: 'variable';
      readonly code: Code;
      readonly type: ValueType;
      readonly invariant: boolean;
      /** Code that writes the variable's new value back to the collection that the loop reads. */
      readonly store?: Code;
    }
  | { readonly kind: 'vertex'; readonly alias: VertexAlias }
  | { readonly kind: 'edge'; readonly alias: EdgeAlias };

interface GlobalAccum {
  /** The box with the cell. */
  readonly code: Code;
  readonly info: AccumInfo;
}

/** The place before the loop over the neighbours of an alias, for values that are computed there once. */
interface LoopStart {
  readonly alias: AliasBase;
  /** The identifier of the value. */
  keep(value: Code): Code;
}

/** The local variables in which a clause gathers its contributions to a global accumulator. */
export interface Gathering {
  /** The identifier of a cell. */
  readonly cell: Code;
  /** The identifier of a variable for plain numbers: their sum, or the least or greatest of them. */
  readonly number?: { readonly id: Code; readonly start: number };
}

/** An accumulator of every vertex, or of every edge. */
interface AttachedAccum extends GlobalAccum {
  readonly edge: boolean;
}

/** How accumulators are read and written in the clause that is being compiled. */
export interface Clause {
  readonly kind: 'where' | 'accum' | 'post';
  /** Whether values of vertices that the clause reads stay the same until its end: writes are seen only after it. */
  readonly fixed: boolean;
  /** Vertex accumulators whose reads give the value from before the SELECT. */
  readonly readOld: ReadonlySet<string>;
  /** Vertex accumulators whose writes keep the value from before. */
  readonly keepOld: ReadonlySet<string>;
  /** Vertex accumulators that the clause changes by `+=` alone, and the names of the vertices; undefined: any. */
  readonly onlyAdded: ReadonlyMap<string, ReadonlySet<string | undefined>>;
  /** Global accumulators whose contributions are gathered in local variables, by name. */
  readonly gathered: Map<string, Gathering>;
  /** Global accumulators that the clause both reads and adds to. */
  readonly gatherContainers: ReadonlySet<string>;
  /** Variables of the body that the clause assigns, by name: `later` is undefined or the value they get at its end. */
  readonly deferred: Map<string, { readonly variable: Code; readonly later: Code }>;
}

/** The type as which a vector attribute is read. */
const FLOATS: AttributeType = { kind: 'list', element: { kind: 'scalar', name: 'FLOAT' } };

export class Unit {
  readonly names = new Names();
  readonly constants: unknown[] = [];
  readonly schema: GraphSchema;
  readonly text: string;
  readonly tuples: Map<string, TupleType>;
  readonly typedefs: Map<string, Ast.AccumType>;
  /** Codes of the exceptions that the query declares. */
  readonly exceptions = new Map<string, number>();
  readonly globals = new Map<string, GlobalAccum>();
  /** Accumulators of vertices, and of edges. */
  readonly vertexAccums = new Map<string, AttachedAccum>();
  /** Attributes with 64-bit values in the snapshot (`v:name`, `e:name`): their readers narrow. */
  readonly wide: ReadonlySet<string>;
  /** Present when the profile is asked for. */
  readonly profiling: Profiling | null;
  readonly optimise: boolean;
  /** Whether the query says DISTRIBUTED. */
  distributed = false;
  /** Whether the query declares virtual edges: then each statement sees the changes of those before it. */
  hasVirtualEdges = false;
  /** The condition on edges for calls on neighbours: none, or code of one function. */
  filter: readonly Code[] = [];
  /** Functions of SELECT blocks, generated beside the body. */
  readonly functions: Code[] = [];
  /** Code of the parts of SELECTs that another thread can run. */
  readonly parts: Code[] = [];
  readonly parameters: Code[] = [];
  /** Those that have no value unless the caller gives one, by name. */
  readonly required = new Map<string, Code>();
  /** Names that the query mentions beside assignments of SELECTs; null: not known. */
  mentioned: ReadonlySet<string> | null = null;
  /** Declarations that run once before the body. */
  readonly preamble: Code[] = [];
  readonly used = new Map<string, Code>();
  clause: Clause | null = null;
  /** Stands in for expressions while it is set: keys and aggregates of a group, aliases of columns. */
  substitute: ((expr: Ast.Expr) => Operand | undefined) | null = null;
  /** The operator of the pattern whose filters or rows are being compiled. */
  depth = -1;
  /** The statement being compiled may not run for each row. */
  conditional = false;
  /** The innermost loop over neighbours, when every one of them is a row. */
  loopStart: LoopStart | null = null;
  #scopes: Map<string, Binding>[] = [new Map<string, Binding>()];

  constructor(options: {
    readonly text: string;
    readonly schema: GraphSchema;
    readonly wide: ReadonlySet<string>;
    readonly profile: boolean;
    readonly optimise: boolean;
  }) {
    this.text = options.text;
    this.schema = options.schema;
    this.wide = options.wide;
    this.profiling = options.profile ? new Profiling() : null;
    this.optimise = options.optimise;
    this.tuples = catalogTuples(options.schema);
    this.typedefs = catalogAccums(options.schema);
  }

  /** Whether the query mentions a name other than as the target of a SELECT's assignment. */
  isMentioned(name: string): boolean {
    return this.mentioned === null || this.mentioned.has(name);
  }

  /** The identifiers of the query's variables, as far as they are declared. */
  variables(): readonly Code[] {
    const declared = this.preamble.flatMap((line) => /^let (x\d+)\b/.exec(line)?.[1] ?? []);
    return [...this.parameters, ...(declared as Code[])];
  }

  /** Code that refers to a value made at compile time. */
  constant(value: unknown): Code {
    this.constants.push(value);
    return js`K[${literal(this.constants.length - 1)}]`;
  }

  /** A function of the run-time library, by a name of ours. */
  lib(name: LibraryName): Code {
    let id = this.used.get(name);
    if (id === undefined) {
      id = this.names.fresh();
      this.used.set(name, id);
    }
    return id;
  }

  /** A call of a function of the run-time library. */
  call(name: LibraryName, ...args: readonly Code[]): Code {
    return js`${this.lib(name)}(${args.join(', ') as Code})`;
  }

  lookup(name: string): Binding | undefined {
    if (name.startsWith('@@')) return this.#accumNamed(name.slice(2));
    for (let index = this.#scopes.length - 1; index >= 0; index -= 1) {
      const binding = this.#scopes[index]?.get(name);
      if (binding !== undefined) return binding;
    }
    return undefined;
  }

  /** A global accumulator where a pattern takes the name of a type. */
  #accumNamed(name: string): Binding | undefined {
    const accum = this.globals.get(name);
    if (accum === undefined) return undefined;
    return { kind: 'variable', code: js`${accum.code}.read()`, type: accum.info.type, invariant: false };
  }

  bind(name: string, binding: Binding): void {
    this.#scopes.at(-1)?.set(name, binding);
  }

  /** Declares a name in the outermost scope: vertex sets and tables have the scope of the query. */
  bindGlobally(name: string, binding: Binding): void {
    this.#scopes[0]?.set(name, binding);
  }

  scoped<T>(work: () => T): T {
    this.#scopes.push(new Map());
    try {
      return work();
    } finally {
      this.#scopes.pop();
    }
  }

  /** The function that gives the columns of a file's line, while FILTER is compiled. */
  columns: Code | null = null;

  readingColumns<T>(columns: Code, work: () => T): T {
    this.columns = columns;
    try {
      return work();
    } finally {
      this.columns = null;
    }
  }

  filtering<T>(filter: Code, work: () => T): T {
    const before = this.filter;
    this.filter = [filter];
    try {
      return work();
    } finally {
      this.filter = before;
    }
  }

  /** The names in scope that have one value: aliases, parameters and variables. */
  *visibleValues(compile: (name: Ast.Expr) => Operand): Generator<readonly [string, Operand]> {
    const names = new Set(this.#scopes.flatMap((scope) => [...scope.keys()]));
    for (const name of names) {
      const operand = compile({ kind: 'name', name, span: { start: 0, end: 0 } });
      if (!['vertexSet', 'table', 'file'].includes(operand.type.kind)) yield [name, operand];
    }
  }

  substituting<T>(substitute: Unit['substitute'], work: () => T): T {
    const before = this.substitute;
    this.substitute = substitute;
    try {
      return work();
    } finally {
      this.substitute = before;
    }
  }

  /** Whether the alias' loop has others inside: its values are worth keeping, and stay during a clause. */
  isOuter(alias: AliasBase): boolean {
    return alias.depth < this.depth && (this.clause === null || this.clause.fixed);
  }

  /** Compiles the code inside the loop of an operator. */
  atDepth<T>(depth: number, work: () => T, loopStart: LoopStart | null = null): T {
    const before = [this.depth, this.loopStart] as const;
    this.depth = depth;
    this.loopStart = loopStart;
    try {
      return work();
    } finally {
      [this.depth, this.loopStart] = before;
    }
  }

  /** A value of an alias that costs little and cannot fail, read as rarely as the loops allow. */
  steady(alias: AliasBase, value: Code): Code {
    if (this.isOuter(alias)) return alias.each(value);
    const here = alias.depth === this.depth && (this.clause === null || this.clause.fixed);
    return here ? alias.here(value) : value;
  }

  conditionally<T>(work: () => T): T {
    const before = this.conditional;
    this.conditional = true;
    try {
      return work();
    } finally {
      this.conditional = before;
    }
  }

  within<T>(clause: Clause | null, work: () => T): T {
    const before = this.clause;
    this.clause = clause;
    try {
      return work();
    } finally {
      this.clause = before;
    }
  }

  /**
   * The type of a vertex attribute over the types that may have it; `complete`: all of `types` have it.
   * Undefined when none has.
   */
  vertexAttribute(
    types: readonly string[] | null,
    name: string,
  ): { readonly type: ValueType; readonly complete: boolean } | undefined {
    const candidates = this.schema.vertexTypes.filter((type) => types === null || types.includes(type.name));
    const found = candidates.flatMap((type): AttributeType[] => {
      const { primaryId } = type;
      if (primaryId.name === name && (primaryId.asAttribute || primaryId.isPrimaryKey)) {
        return [{ kind: 'scalar', name: primaryId.type }];
      }
      if (type.vectors?.some((vector) => vector.name === name) === true) return [FLOATS];
      return type.attributes.filter((attribute) => attribute.name === name).map(({ type: t }) => t);
    });
    return this.#agreed(found, types !== null && found.length === candidates.length);
  }

  edgeAttribute(
    types: readonly string[] | null,
    name: string,
  ): { readonly type: ValueType; readonly complete: boolean } | undefined {
    const candidates = this.schema.edgeTypes.filter((type) => types === null || types.includes(type.name));
    const found = candidates.flatMap((type) =>
      type.attributes.filter((attribute) => attribute.name === name).map(({ type: t }) => t),
    );
    return this.#agreed(found, types !== null && found.length === candidates.length);
  }

  #agreed(
    found: readonly AttributeType[],
    complete: boolean,
  ): { readonly type: ValueType; readonly complete: boolean } | undefined {
    const [first] = found;
    if (first === undefined) return undefined;
    const same = found.every((type) => JSON.stringify(type) === JSON.stringify(first));
    if (same) return { type: attributeType(first, this.tuples), complete };
    const kinds = new Set(found.map((type) => attributeType(type, this.tuples).kind));
    const numeric = [...kinds].every((kind) => kind === 'int' || kind === 'double');
    return { type: numeric ? { kind: kinds.has('double') ? 'double' : 'int' } : ANY, complete };
  }
}

/** Names of the library's functions; `library/index.ts` has them all. */
export type LibraryName = keyof typeof library;
