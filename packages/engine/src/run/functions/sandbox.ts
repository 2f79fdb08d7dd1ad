/**
 * The sandbox of user-defined functions: QuickJS, a JavaScript engine compiled to WebAssembly, with separate memory
 * and no input or output at all (docs/adr/0023). A run of a query has one sandbox. A function's result is read inside
 * the sandbox, where reading can be stopped: only primitive values come out.
 */
import { engineError } from '../../errors/catalogue.ts';
import * as build from '@jitl/quickjs-ng-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import type { AttributeType, FunctionSignature } from '@acacia/language';
import { EngineError } from '../../errors.ts';
import { narrow } from '../../library/int64.ts';
import { ELEMENT_BYTES, account, check, demand, isStopped } from '../../library/meter.ts';
import { canonical } from '../../library/values.ts';

const MIB = 2 ** 20;
const MEMORY_BYTES = 64 * MIB;
const STACK_BYTES = 512 * 2 ** 10;
const PAGE_BYTES = 64 * 2 ** 10;
/** Memory of the JavaScript engine itself, besides the functions and their values. */
const ENGINE_BYTES = 16 * MIB;
/** An engine that has grown beyond this is not used again: its memory never shrinks. */
const KEPT_BYTES = 32 * MIB;
/** Characters of a file of functions, and of the texts of one call. */
const MOST_CHARACTERS = 4 * MIB;

/** The package declares CommonJS but is a module: its types have the variant one level deeper than it is. */
const variant = build.default as unknown as QuickJSSyncVariant;

/** The engine of this thread, and its memory. */
let loaded: { readonly engine: QuickJSWASMModule; readonly memory: WebAssembly.Memory } | null = null;

/**
 * Loads the engine; a thread must do so before it calls functions. The size of the WebAssembly memory is the limit:
 * the engine's own count of its memory misses most of it.
 */
export async function loadSandbox(): Promise<void> {
  if (loaded !== null) return;
  const memory = new WebAssembly.Memory({
    initial: ENGINE_BYTES / PAGE_BYTES,
    maximum: (ENGINE_BYTES + MEMORY_BYTES) / PAGE_BYTES,
  });
  const engine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: memory }));
  loaded = { engine, memory };
}

/**
 * Code that runs before the functions, and keeps the built-ins that it uses where they cannot change them. `read` gives
 * a list as the text of a JSON array of kinds and values, undefined for anything but a list of primitive values;
 * `tell` describes a thrown value.
 */
const READER = `(() => {
  const { isArray } = Array, { stringify } = JSON, { isFinite } = Number;
  const one = (value) => {
    switch (typeof value) {
      case 'string': return '"text",' + stringify(value);
      case 'number': return isFinite(value) ? '"number",' + value : undefined;
      case 'bigint': return '"integer","' + value + '"';
      case 'boolean': return '"truth",' + value;
      default: return undefined;
    }
  };
  const read = (list) => {
    if (!isArray(list)) return undefined;
    let text = '[';
    for (let at = 0, { length } = list; at < length; at++) {
      const item = one(list[at]);
      if (item === undefined) return undefined;
      text += at === 0 ? item : ',' + item;
    }
    return text + ']';
  };
  const tell = (thrown) => {
    if (typeof thrown !== 'object' || thrown === null) return typeof thrown === 'symbol' ? 'a symbol' : '' + thrown;
    const { name = 'Error', message = '', stack = '' } = thrown;
    return name + ': ' + message + '\\n' + stack;
  };
  return [read, tell];
})()`;

/** The syntax error of a program, found without running it; null when there is none. */
export async function syntaxFault(code: string): Promise<string | null> {
  if (code.length > MOST_CHARACTERS)
    return `it has more than ${MOST_CHARACTERS.toLocaleString('en')} characters.`;
  await loadSandbox();
  const sandbox = new Sandbox(code, []);
  try {
    return sandbox.compileFault();
  } finally {
    sandbox.dispose();
  }
}

export class Sandbox {
  readonly #code: string;
  readonly #signatures: ReadonlyMap<string, FunctionSignature>;
  readonly #functions = new Map<string, QuickJSHandle>();
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #memory: WebAssembly.Memory;
  readonly #read: QuickJSHandle;
  readonly #tell: QuickJSHandle;
  #isReady = false;
  #isBroken = false;

  /** `code` is run when the first function is called. */
  constructor(code: string, signatures: readonly FunctionSignature[]) {
    if (loaded === null) throw new Error('The sandbox was not loaded in this thread');
    this.#code = code;
    this.#signatures = new Map(signatures.map((each) => [each.name, each]));
    this.#memory = loaded.memory;
    this.#runtime = loaded.engine.newRuntime();
    this.#runtime.setMemoryLimit(MEMORY_BYTES);
    this.#runtime.setMaxStackSize(STACK_BYTES);
    this.#context = this.#runtime.newContext();
    const reader = this.#context.unwrapResult(this.#context.evalCode(READER));
    this.#read = this.#context.getProp(reader, 0);
    this.#tell = this.#context.getProp(reader, 1);
    reader.dispose();
    // Not before: code of our own is short, and a query that is stopped here is told so by the function's call.
    this.#runtime.setInterruptHandler(isStopped);
  }

  /**
   * Gives the result as a value of the declared type.
   * @throws EngineError when the function fails or gives another type
   */
  call(name: string, args: readonly unknown[]): unknown {
    const signature = this.#signatures.get(name);
    if (signature === undefined) throw engineError('functionUnknown', { name });
    return this.#guarded(name, () => {
      this.#prepare();
      if (charactersOf(args) > MOST_CHARACTERS) {
        throw engineError('functionTextTooLong', { name, most: MOST_CHARACTERS.toLocaleString('en') });
      }
      const callee = this.#handleOf(name);
      const result = this.#withHandles(args, (handles) =>
        this.#context.callFunction(callee, this.#context.undefined, ...handles),
      );
      if (result.error !== undefined) throw this.#failure(name, result.error);
      const value = result.value.consume((handle) => this.#fromHandle(handle, signature));
      if (value !== undefined) return value;
      throw engineError('functionGivesOther', { name, wanted: typeWords(signature.returns) });
    });
  }

  compileFault(): string | null {
    const result = this.#context.evalCode(this.#code, 'functions', { type: 'global', compileOnly: true });
    if (result.error === undefined) {
      result.value.dispose();
      return null;
    }
    return this.#told(result.error);
  }

  dispose(): void {
    // An engine that broke or ran out of memory is dropped as a whole: disposing of its parts would find its lists
    // corrupt and print so to the terminal.
    if (this.#isBroken || this.#memory.buffer.byteLength > KEPT_BYTES) {
      loaded = null;
      return;
    }
    for (const handle of [...this.#functions.values(), this.#read, this.#tell]) handle.dispose();
    this.#context.dispose();
    this.#runtime.dispose();
  }

  #prepare(): void {
    if (this.#isReady) return;
    const result = this.#context.evalCode(this.#code, 'functions', { type: 'global' });
    if (result.error !== undefined) throw this.#failure('', result.error);
    result.value.dispose();
    this.#isReady = true;
  }

  #handleOf(name: string): QuickJSHandle {
    const known = this.#functions.get(name);
    if (known !== undefined) return known;
    const handle = this.#context.getProp(this.#context.global, name);
    if (this.#context.typeof(handle) !== 'function') {
      handle.dispose();
      throw engineError('functionNotDefined', { name });
    }
    this.#functions.set(name, handle);
    return handle;
  }

  /** Describes a thrown value: its name and message, and the line in the file. */
  #told(error: QuickJSHandle): string {
    const result = error.consume((handle) =>
      this.#context.callFunction(this.#tell, this.#context.undefined, handle),
    );
    if (result.error !== undefined) {
      result.error.dispose();
      return 'it threw what cannot be shown.';
    }
    const told = result.value.consume((handle) =>
      this.#context.typeof(handle) === 'string' ? this.#context.getString(handle) : '',
    );
    const [words = '', ...stack] = told.slice(0, MOST_TOLD).split('\n');
    const line = /functions:(\d+)/.exec(stack.join('\n'))?.[1];
    return line === undefined ? words : `${words} (line ${line})`;
  }

  #failure(name: string, error: QuickJSHandle): EngineError {
    // A query that was stopped says so, whatever its function said.
    check();
    const text = this.#told(error);
    check();
    const where = name === '' ? 'the file of functions' : `the function ${name}`;
    // Where there is no room for an error either, it is null that is thrown.
    const isFull = this.#memory.buffer.byteLength > MEMORY_BYTES;
    if (/out of memory/.test(text) || (isFull && text === 'null')) {
      this.#isBroken = true;
      return engineError('functionOutOfMemory', { where, megabytes: MEMORY_BYTES / MIB });
    }
    return engineError('functionFailed', { where, reason: text });
  }

  /** The values are the engine's for as long as the work takes. */
  #withHandles<T>(values: readonly unknown[], work: (handles: readonly QuickJSHandle[]) => T): T {
    const handles: QuickJSHandle[] = [];
    try {
      for (const value of values) handles.push(this.#toHandle(value));
      return work(handles);
    } finally {
      for (const handle of handles) handle.dispose();
    }
  }

  #toHandle(value: unknown): QuickJSHandle {
    const context = this.#context;
    switch (typeof value) {
      case 'number':
        return context.newNumber(value);
      case 'bigint':
        return context.newBigInt(value);
      case 'string':
        return context.newString(value);
      case 'boolean':
        return value ? context.true : context.false;
      default: {
        const array = context.newArray();
        let index = 0;
        for (const item of value as Iterable<unknown>) {
          this.#toHandle(item).consume((handle) => context.setProp(array, index, handle));
          index += 1;
        }
        return array;
      }
    }
  }

  /** Undefined when the value is not of the type. */
  #fromHandle(handle: QuickJSHandle, { name, returns: type }: FunctionSignature): unknown {
    if (type.kind !== 'scalar') return this.#fromList(handle, name, type);
    switch (this.#context.typeof(handle)) {
      case 'number':
        return fromScalar(this.#context.getNumber(handle), type);
      case 'bigint':
        return fromScalar(this.#context.getBigInt(handle), type);
      case 'string':
        return fromScalar(this.#context.getString(handle), type);
      case 'boolean':
        return fromScalar(this.#context.dump(handle), type);
      default:
        return undefined;
    }
  }

  #fromList(handle: QuickJSHandle, name: string, type: Exclude<AttributeType, { kind: 'scalar' }>): unknown {
    if (type.kind !== 'list' && type.kind !== 'set') return undefined;
    const result = this.#context.callFunction(this.#read, this.#context.undefined, handle);
    if (result.error !== undefined) throw this.#failure(name, result.error);
    const text = result.value.consume((each) =>
      this.#context.typeof(each) === 'string' ? this.#context.getString(each) : undefined,
    );
    if (text === undefined) return undefined;
    demand(text.length * ELEMENT_BYTES);
    const parts = JSON.parse(text) as readonly (string | number | boolean)[];
    const items: unknown[] = [];
    for (let at = 0; at < parts.length; at += 2) {
      const value = parts[at + 1];
      const item = fromScalar(parts[at] === 'integer' ? BigInt(value as string) : value, type.element);
      if (item === undefined) return undefined;
      items.push(item);
    }
    account(items.length * ELEMENT_BYTES);
    return type.kind === 'list' ? items : new Set(items.map(canonical));
  }

  /** Confines a failure of the engine itself to this query: the next query gets a new engine. */
  #guarded<T>(name: string, work: () => T): T {
    try {
      return work();
    } catch (problem) {
      // An engine that is stopped inside a function has not cleaned up.
      if (isStopped()) this.#isBroken = true;
      if (problem instanceof EngineError) throw problem;
      loaded = null;
      this.#isBroken = true;
      throw engineError('functionBrokeOff', { name, reason: String(problem) });
    }
  }
}

const INTEGERS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  INT: [-(2n ** 63n), 2n ** 63n - 1n],
  UINT: [0n, 2n ** 64n - 1n],
};

function fromScalar(value: unknown, type: AttributeType): unknown {
  if (type.kind !== 'scalar') return undefined;
  switch (type.name) {
    case 'INT':
    case 'UINT': {
      if (typeof value !== 'bigint' && !Number.isInteger(value)) return undefined;
      const integer = BigInt(value as number | bigint);
      const [low, high] = INTEGERS[type.name] ?? [0n, 0n];
      return integer < low || integer > high ? undefined : narrow(integer);
    }
    case 'FLOAT':
    case 'DOUBLE':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
    case 'DATETIME':
      return Number.isInteger(value) ? value : undefined;
    case 'BOOL':
      return typeof value === 'boolean' ? value : undefined;
    case 'STRING':
      return typeof value === 'string' ? value : undefined;
  }
}

/** Characters of the texts among the arguments of a call, those in lists too. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let sum = 0;
  for (const item of value as Iterable<unknown>) sum += charactersOf(item);
  return sum;
}

const MOST_TOLD = 4096;

function typeWords(type: AttributeType): string {
  switch (type.kind) {
    case 'list':
    case 'set':
      return `${type.kind.toUpperCase()}<${typeWords(type.element)}> as an array`;
    case 'scalar':
      return type.name === 'DATETIME' ? 'DATETIME as whole seconds since 1970' : type.name;
    default:
      return type.kind.toUpperCase();
  }
}
