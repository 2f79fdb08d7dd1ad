/** What the compilation of one query knows: names in scope, accumulators, constants, hoisted readers. */
import type { Ast, AttributeType, GraphSchema } from '@acacia/language';
import type { AccumInfo } from './accumulators.ts';
import type { library } from '../run/library/index.ts';
import { type Code, Names, js, literal } from './code.ts';
import { ANY, type TupleType, type ValueType, attributeType, catalogTuples } from './types.ts';

/** A compiled expression. `needs`: columns that must be there for it to mean something. */
export interface Operand {
  readonly code: Code;
  readonly type: ValueType;
  readonly needs: readonly Code[];
  /** Has one value during a SELECT: a literal, a parameter, a variable of the body. */
  readonly invariant?: boolean;
  /** A string attribute of an alias: lets equality compare codes instead of texts. */
  readonly text?: { readonly alias: AliasBase; readonly strings: Code; readonly code: Code };
}

/** An alias while its loop is being generated: what its readers need is worked out before the loop. */
export abstract class AliasBase {
  readonly #names: Names;
  readonly #hoists = new Map<string, { readonly id: Code; readonly value: Code }>();
  readonly #once = new Map<string, { readonly id: Code; readonly known: Code; readonly initial: Code }>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** The identifier of a value that is worked out once per type of the alias; `key` tells them apart. */
  hoist(key: string, value: Code): Code {
    let entry = this.#hoists.get(key);
    if (entry === undefined) {
      entry = { id: this.#names.fresh(), value };
      this.#hoists.set(key, entry);
    }
    return entry.id;
  }

  /**
   * The value of an expression that depends on this alias alone, worked out at most once per vertex; the
   * loops inside ask for it again and again. It must have no effect and the same value all the time.
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

  /** Declarations of the values of `once`: to be put where the alias' vertex is known. */
  rowPrelude(): Code {
    return js`${[...this.#once.values()].map(({ id, known, initial }) => js`let ${id} = ${initial}, ${known} = false;`)}`;
  }

  /** The declarations of everything hoisted so far: to be put where the alias' type is known. */
  prelude(): Code {
    return js`${[...this.#hoists.values()].map(({ id, value }) => js`const ${id} = ${value};`)}`;
  }
}

export class VertexAlias extends AliasBase {
  /** Vertex types it can be of, as far as the text tells; null: any. */
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
    }
  | { readonly kind: 'vertex'; readonly alias: VertexAlias }
  | { readonly kind: 'edge'; readonly alias: EdgeAlias };

interface GlobalAccum {
  /** The box with the cell. */
  readonly code: Code;
  readonly info: AccumInfo;
}

/** How accumulators are read and written in the clause that is being compiled. */
export interface Clause {
  readonly kind: 'where' | 'accum' | 'post';
  /** Vertex accumulators whose reads give the value from before the SELECT. */
  readonly readOld: ReadonlySet<string>;
  /** Vertex accumulators whose writes keep the value from before. */
  readonly keepOld: ReadonlySet<string>;
  /** Contributions to global accumulators are gathered apart: by name, the identifier of the gathering cell. */
  readonly gathered: Map<string, Code>;
  /** Global accumulators that the clause both reads and adds to. */
  readonly gatherContainers: ReadonlySet<string>;
  /** Variables of the body that the clause assigns: they do not keep one value. */
  readonly assigned: ReadonlySet<string>;
}

export class Unit {
  readonly names = new Names();
  readonly constants: unknown[] = [];
  readonly schema: GraphSchema;
  readonly text: string;
  readonly tuples: Map<string, TupleType>;
  readonly typedefs = new Map<string, Ast.AccumType>();
  /** Codes of the exceptions that the query declares. */
  readonly exceptions = new Map<string, number>();
  readonly globals = new Map<string, GlobalAccum>();
  readonly vertexAccums = new Map<string, { readonly code: Code; readonly info: AccumInfo }>();
  /** Attributes with 64-bit values in the snapshot (`v:name`, `e:name`): their readers narrow. */
  readonly wide: ReadonlySet<string>;
  readonly profile: boolean;
  readonly optimise: boolean;
  /** Functions of SELECT blocks, generated beside the body. */
  readonly functions: Code[] = [];
  /** Declarations that run once before the body. */
  readonly preamble: Code[] = [];
  readonly used = new Map<string, Code>();
  clause: Clause | null = null;
  /** Stands in for expressions while it is set: keys and aggregates of a group, aliases of columns. */
  substitute: ((expr: Ast.Expr) => Operand | undefined) | null = null;
  /** Aliases of the pattern whose loops have others inside: their values are worth keeping. */
  outerAliases: ReadonlySet<string> = new Set();
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
    this.profile = options.profile;
    this.optimise = options.optimise;
    this.tuples = catalogTuples(options.schema);
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
    for (let index = this.#scopes.length - 1; index >= 0; index -= 1) {
      const binding = this.#scopes[index]?.get(name);
      if (binding !== undefined) return binding;
    }
    return undefined;
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

  substituting<T>(substitute: Unit['substitute'], work: () => T): T {
    const before = this.substitute;
    this.substitute = substitute;
    try {
      return work();
    } finally {
      this.substitute = before;
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

/** Names of the library's functions; `run/library/index.ts` has them all. */
export type LibraryName = keyof typeof library;
