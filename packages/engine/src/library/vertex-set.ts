/** A set of vertices: sorted numbers by type, with a bitmap that is made at the first test of membership. */
import type { GraphSnapshot, VertexRef, VertexTable } from '../graph/snapshot.ts';
import { VERTEX_NUMBER_SPAN, numberOf, typeIndexOf, vertexRef } from '../graph/snapshot.ts';

interface VertexSetPart {
  readonly typeIndex: number;
  /** Ascending. */
  readonly members: Uint32Array;
  /** Whether every live vertex of the type is a member. */
  readonly full: boolean;
  /** Rows of the type's table. */
  readonly tableSize: number;
  /** By number, 1 for members; absent when it has not been made. */
  readonly bits?: Uint8Array;
}

const allMembers = new WeakMap<VertexTable, Uint32Array>();

/** Numbers of all live vertices of a table; made once. */
function everyMember(table: VertexTable): Uint32Array {
  let members = allMembers.get(table);
  if (members === undefined) {
    members = new Uint32Array(table.count);
    const { alive } = table;
    let next = 0;
    for (let number = 0; number < table.size; number += 1) {
      if (alive !== null && alive[number] === 0) continue;
      members[next] = number;
      next += 1;
    }
    allMembers.set(table, members);
  }
  return members;
}

export class VertexSet {
  readonly parts: readonly VertexSetPart[];
  readonly size: number;
  /** Members in the order of ORDER BY, when there was one. */
  readonly order: readonly VertexRef[] | null;
  readonly #bitmaps = new Map<number, Uint8Array>();

  constructor(parts: readonly VertexSetPart[], order: readonly VertexRef[] | null = null) {
    this.parts = parts.filter((part) => part.members.length > 0).sort((a, b) => a.typeIndex - b.typeIndex);
    this.size = this.parts.reduce((sum, part) => sum + part.members.length, 0);
    this.order = order;
  }

  static empty(): VertexSet {
    return new VertexSet([]);
  }

  static ofTables(tables: Iterable<VertexTable>): VertexSet {
    return new VertexSet(
      Array.from(tables, (table) => ({
        typeIndex: table.typeIndex,
        members: everyMember(table),
        full: true,
        tableSize: table.size,
      })),
    );
  }

  /** Doubles are dropped; references to no vertex (negative) too. */
  static ofRefs(refs: Iterable<VertexRef>, snapshot: GraphSnapshot): VertexSet {
    const byType = new Map<number, number[]>();
    for (const ref of new Set(refs)) {
      if (ref < 0) continue;
      const numbers = byType.get(typeIndexOf(ref)) ?? [];
      numbers.push(numberOf(ref));
      byType.set(typeIndexOf(ref), numbers);
    }
    return new VertexSet(
      Array.from(byType, ([typeIndex, numbers]) => ({
        typeIndex,
        members: Uint32Array.from(numbers).sort(),
        full: false,
        tableSize: snapshot.vertexTable(typeIndex).size,
      })),
    );
  }

  part(typeIndex: number): VertexSetPart | undefined {
    return this.parts.find((part) => part.typeIndex === typeIndex);
  }

  /** 1 by number for members; null when every vertex of the type is one; undefined when none is. */
  filter(typeIndex: number): Uint8Array | null | undefined {
    const part = this.part(typeIndex);
    if (part === undefined) return undefined;
    if (part.full) return null;
    let bitmap = this.#bitmaps.get(typeIndex);
    bitmap ??= part.bits;
    if (bitmap === undefined) {
      bitmap = new Uint8Array(part.tableSize);
      const { members } = part;
      for (let index = 0; index < members.length; index += 1) bitmap[members[index] as number] = 1;
      this.#bitmaps.set(typeIndex, bitmap);
    }
    return bitmap;
  }

  has(ref: VertexRef): boolean {
    if (ref < 0) return false;
    const filter = this.filter(typeIndexOf(ref));
    return filter === null || (filter !== undefined && filter[numberOf(ref)] === 1);
  }

  /** In the order of ORDER BY, else by type and number. */
  *[Symbol.iterator](): Generator<VertexRef> {
    if (this.order !== null) {
      yield* this.order;
      return;
    }
    for (const { typeIndex, members } of this.parts) {
      const base = typeIndex * VERTEX_NUMBER_SPAN;
      for (let index = 0; index < members.length; index += 1) yield base + (members[index] as number);
    }
  }

  /** The same vertices in the order of type and number. */
  unordered(): VertexSet {
    return this.order === null ? this : new VertexSet(this.parts);
  }

  union(other: VertexSet): VertexSet {
    const types = new Set([...this.parts, ...other.parts].map((part) => part.typeIndex));
    return new VertexSet(
      Array.from(types, (typeIndex) => {
        const a = this.part(typeIndex);
        const b = other.part(typeIndex);
        if (a === undefined || b?.full === true) return b as VertexSetPart;
        if (b === undefined || a.full) return a;
        return { ...withoutBits(a), full: false, members: merged(a.members, b.members) };
      }),
    );
  }

  intersect(other: VertexSet): VertexSet {
    return this.#kept((typeIndex) => other.filter(typeIndex), 1);
  }

  minus(other: VertexSet): VertexSet {
    return this.#kept((typeIndex) => other.filter(typeIndex), 0);
  }

  /** Members whose flag in the filter of their type is `wanted`. */
  #kept(filterOf: (typeIndex: number) => Uint8Array | null | undefined, wanted: 0 | 1): VertexSet {
    const parts: VertexSetPart[] = [];
    for (const part of this.parts) {
      const filter = filterOf(part.typeIndex);
      if (filter === undefined || filter === null) {
        if ((filter === null) === (wanted === 1)) parts.push(part);
        continue;
      }
      const members = part.members.filter((number) => filter[number] === wanted);
      parts.push({ ...withoutBits(part), full: false, members });
    }
    return new VertexSet(parts);
  }

  /** The members of a type, for a vertex whose id is known. */
  withId(id: string, snapshot: GraphSnapshot): VertexSet {
    const refs: VertexRef[] = [];
    for (const { typeIndex } of this.parts) {
      const number = snapshot.vertexTable(typeIndex).lookup(id);
      if (number >= 0 && this.has(vertexRef(typeIndex, number))) refs.push(vertexRef(typeIndex, number));
    }
    return VertexSet.ofRefs(refs, snapshot);
  }
}

const withoutBits = ({ bits: _bits, ...part }: VertexSetPart): VertexSetPart => part;

function merged(a: Uint32Array, b: Uint32Array): Uint32Array {
  const both = new Uint32Array(a.length + b.length);
  let i = 0;
  let j = 0;
  let next = 0;
  while (i < a.length || j < b.length) {
    const x = i < a.length ? (a[i] as number) : Infinity;
    const y = j < b.length ? (b[j] as number) : Infinity;
    both[next] = Math.min(x, y);
    next += 1;
    if (x <= y) i += 1;
    if (y <= x) j += 1;
  }
  return both.slice(0, next);
}

/** Collects distinct vertices of one type. */
export class CollectorPage {
  readonly bits: Uint8Array<ArrayBuffer>;
  count = 0;
  #list = new Uint32Array(16);
  /** Beyond so many, the bits are read instead of the list. */
  readonly #most: number;

  constructor(size: number) {
    this.bits = new Uint8Array(size);
    this.#most = size >> 4;
  }

  push(number: number): void {
    this.bits[number] = 1;
    const { count } = this;
    this.count = count + 1;
    if (count >= this.#most) return;
    if (count === this.#list.length) this.#grow();
    this.#list[count] = number;
  }

  #grow(): void {
    const longer = new Uint32Array(Math.min(this.#most, this.#list.length * 4));
    longer.set(this.#list);
    this.#list = longer;
  }

  /** Adds those of another page, given as bits. */
  absorb(bits: Uint8Array): void {
    for (let number = 0; number < bits.length; number += 1) {
      if (bits[number] === 1 && this.bits[number] === 0) this.push(number);
    }
  }

  sorted(): Uint32Array {
    if (this.count <= this.#most) return this.#list.slice(0, this.count).sort();
    const members = new Uint32Array(this.count);
    let next = 0;
    for (let number = 0; number < this.bits.length; number += 1) {
      if (this.bits[number] === 0) continue;
      members[next] = number;
      next += 1;
    }
    return members;
  }
}

/** The distinct vertices that an alias of a SELECT was bound to. */
export class Collector {
  readonly #snapshot: GraphSnapshot;
  readonly #pages: (CollectorPage | undefined)[] = [];

  constructor(snapshot: GraphSnapshot) {
    this.#snapshot = snapshot;
  }

  page(typeIndex: number): CollectorPage {
    let page = this.#pages[typeIndex];
    if (page === undefined) {
      page = new CollectorPage(this.#snapshot.vertexTable(typeIndex).size);
      this.#pages[typeIndex] = page;
    }
    return page;
  }

  /** The vertices collected so far, as one byte per vertex number, by type. */
  met(): readonly (readonly [typeIndex: number, bits: Uint8Array<ArrayBuffer>])[] {
    return [...this.#pages.entries()].flatMap(([typeIndex, page]) =>
      page === undefined ? [] : [[typeIndex, page.bits] as const],
    );
  }

  finish(): VertexSet {
    const parts: VertexSetPart[] = [];
    this.#pages.forEach((page, typeIndex) => {
      if (page === undefined || page.count === 0) return;
      const table = this.#snapshot.vertexTable(typeIndex);
      const full = page.count === table.count;
      parts.push({ typeIndex, members: page.sorted(), full, tableSize: table.size, bits: page.bits });
    });
    return new VertexSet(parts);
  }
}
