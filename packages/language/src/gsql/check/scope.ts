/** Visible names at a place: nested blocks. */
import type { Binding, Type } from '../analysis.ts';

export interface Entry {
  readonly binding: Binding;
  readonly type: Type;
}

export class Scope {
  readonly parent: Scope | undefined;
  readonly #entries = new Map<string, Entry>();

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  /** False when the name is taken in this very block. */
  declare(name: string, entry: Entry): boolean {
    if (this.#entries.has(name)) return false;
    this.#entries.set(name, entry);
    return true;
  }

  set(name: string, entry: Entry): void {
    this.#entries.set(name, entry);
  }

  own(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  find(name: string): Entry | undefined {
    return this.#entries.get(name) ?? this.parent?.find(name);
  }

  /** All visible names with their innermost meanings. */
  visible(): ReadonlyMap<string, Entry> {
    return new Map([...(this.parent?.visible() ?? []), ...this.#entries]);
  }
}
