/** A heap of slots by distance in typed arrays; the smallest key is at its top. */
export class SlotQueue {
  #slots = new Int32Array(256);
  #keys = new Float64Array(256);
  size = 0;

  clear(): void {
    this.size = 0;
  }

  get topSlot(): number {
    return this.#slots[0] as number;
  }

  get topKey(): number {
    return this.#keys[0] as number;
  }

  push(slot: number, key: number): void {
    if (this.size === this.#slots.length) this.#enlarge();
    let at = this.size;
    this.size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#keys[parent] as number) <= key) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#slots[at] = slot;
    this.#keys[at] = key;
  }

  /** Takes the top away; there must be one. */
  pop(): void {
    this.size -= 1;
    const slot = this.#slots[this.size] as number;
    const key = this.#keys[this.size] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && (this.#keys[child + 1] as number) < (this.#keys[child] as number))
        child += 1;
      if ((this.#keys[child] as number) >= key) break;
      this.#move(child, at);
      at = child;
    }
    this.#slots[at] = slot;
    this.#keys[at] = key;
  }

  #move(from: number, to: number): void {
    this.#slots[to] = this.#slots[from] as number;
    this.#keys[to] = this.#keys[from] as number;
  }

  #enlarge(): void {
    const [slots, keys] = [new Int32Array(this.size * 2), new Float64Array(this.size * 2)];
    slots.set(this.#slots);
    keys.set(this.#keys);
    this.#slots = slots;
    this.#keys = keys;
  }
}
