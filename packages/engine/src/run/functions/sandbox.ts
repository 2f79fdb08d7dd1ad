/**
 * Functions that people wrote run in QuickJS, a JavaScript engine compiled to WebAssembly: its memory is its
 * own, and it is given no input or output at all (docs/adr/0023). One run of a query has one sandbox.
 */
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import type { AttributeType, FunctionSignature } from '@acacia/language';
import { EngineError } from '../../errors.ts';
import { narrow } from '../library/int64.ts';
import { check, isStopped } from '../library/meter.ts';
import { canonical } from '../library/values.ts';

const MEMORY_BYTES = 64 * 2 ** 20;
const STACK_BYTES = 512 * 2 ** 10;

let loaded: QuickJSWASMModule | null = null;

/** Has to be done once in a thread before functions are called in it. */
export const loadSandbox = async (): Promise<void> => {
  loaded ??= await newQuickJSWASMModuleFromVariant(import('@jitl/quickjs-ng-wasmfile-release-sync'));
};

/** What is wrong with a text as a program, without running it; null when nothing is. */
export const syntaxFault = async (code: string): Promise<string | null> => {
  await loadSandbox();
  const sandbox = new Sandbox(code, []);
  try {
    return sandbox.compileFault();
  } finally {
    sandbox.dispose();
  }
};

const fault = (message: string): EngineError => new EngineError('GSQL-FUNCTION', `Runtime Error: ${message}`);

export class Sandbox {
  readonly #code: string;
  readonly #signatures: ReadonlyMap<string, FunctionSignature>;
  readonly #functions = new Map<string, QuickJSHandle>();
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  #isReady = false;

  /** `code` is run when the first function is called. */
  constructor(code: string, signatures: readonly FunctionSignature[]) {
    if (loaded === null) throw new Error('The sandbox was not loaded in this thread');
    this.#code = code;
    this.#signatures = new Map(signatures.map((each) => [each.name, each]));
    this.#runtime = loaded.newRuntime();
    this.#runtime.setMemoryLimit(MEMORY_BYTES);
    this.#runtime.setMaxStackSize(STACK_BYTES);
    this.#runtime.setInterruptHandler(isStopped);
    this.#context = this.#runtime.newContext();
  }

  /** Gives the value of the declared type. Throws EngineError when the function fails or gives another type. */
  call(name: string, args: readonly unknown[]): unknown {
    const signature = this.#signatures.get(name);
    if (signature === undefined) throw fault(`the function ${name} does not exist.`);
    return this.#guarded(name, () => {
      this.#prepare();
      const handles = args.map((arg) => this.#toHandle(arg));
      const result = this.#context.callFunction(this.#handleOf(name), this.#context.undefined, ...handles);
      for (const handle of handles) handle.dispose();
      if (result.error !== undefined) throw this.#failure(name, result.error);
      const value = result.value.consume((handle) => this.#fromHandle(handle, signature.returns));
      if (value !== undefined) return value;
      throw fault(`the function ${name} must give ${typeWords(signature.returns)}, but gave something else.`);
    });
  }

  compileFault(): string | null {
    const result = this.#context.evalCode(this.#code, 'functions', { type: 'global', compileOnly: true });
    if (result.error === undefined) {
      result.value.dispose();
      return null;
    }
    return result.error.consume((handle) => textOfError(this.#context.dump(handle)));
  }

  dispose(): void {
    for (const handle of this.#functions.values()) handle.dispose();
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
      throw fault(`the function ${name} is not defined when its file has run.`);
    }
    this.#functions.set(name, handle);
    return handle;
  }

  #failure(name: string, error: QuickJSHandle): EngineError {
    const text = error.consume((handle) => textOfError(this.#context.dump(handle)));
    // A query that was stopped says so, whatever its function said.
    check();
    const where = name === '' ? 'the file of functions' : `the function ${name}`;
    if (/out of memory/.test(text)) return fault(`${where} needs more than ${MEMORY_BYTES / 2 ** 20} MB.`);
    return fault(`${where} failed: ${text}`);
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
  #fromHandle(handle: QuickJSHandle, type: AttributeType): unknown {
    if (type.kind !== 'scalar') return fromList(this.#context.dump(handle), type);
    switch (this.#context.typeof(handle)) {
      case 'number':
        return fromScalar(this.#context.getNumber(handle), type);
      case 'bigint':
        return fromScalar(this.#context.getBigInt(handle), type);
      case 'string':
        return fromScalar(this.#context.getString(handle), type);
      default:
        return fromScalar(this.#context.dump(handle), type);
    }
  }

  /** What breaks the engine itself breaks this query alone: the next one gets another engine. */
  #guarded<T>(name: string, work: () => T): T {
    try {
      return work();
    } catch (problem) {
      if (problem instanceof EngineError) throw problem;
      loaded = null;
      throw fault(`the function ${name} broke off: ${String(problem)}`);
    }
  }
}

const INTEGERS: Readonly<Record<string, readonly [bigint, bigint]>> = {
  INT: [-(2n ** 63n), 2n ** 63n - 1n],
  UINT: [0n, 2n ** 64n - 1n],
};

const fromScalar = (value: unknown, type: AttributeType): unknown => {
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
};

const fromList = (value: unknown, type: Exclude<AttributeType, { kind: 'scalar' }>): unknown => {
  if (!Array.isArray(value) || (type.kind !== 'list' && type.kind !== 'set')) return undefined;
  const items = (value as readonly unknown[]).map((item) => fromScalar(item, type.element));
  if (items.includes(undefined)) return undefined;
  return type.kind === 'list' ? items : new Set(items.map(canonical));
};

const typeWords = (type: AttributeType): string => {
  switch (type.kind) {
    case 'list':
    case 'set':
      return `${type.kind.toUpperCase()}<${typeWords(type.element)}> as an array`;
    case 'scalar':
      return type.name === 'DATETIME' ? 'DATETIME as whole seconds since 1970' : type.name;
    default:
      return type.kind.toUpperCase();
  }
};

/** What a program threw, in words: an error's name and message, and the line in the file. */
const textOfError = (thrown: unknown): string => {
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  const { name = 'Error', message = '', stack = '' } = thrown as Readonly<Record<string, string | undefined>>;
  const line = /functions:(\d+)/.exec(stack)?.[1];
  return `${name}: ${message}${line === undefined ? '' : ` (line ${line})`}`;
};
