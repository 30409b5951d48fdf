/**
 * Open addressing, a row's first byte (plus one: 0 is a free slot) and hash side by side: one look in memory a row. Rows of
 * one number stand in the file's order along the probe. A paired row keeps its slot, negative, so that probes go on.
 */
export class HashTable {
  readonly slots: Int32Array
  readonly mask: number

  constructor(count: number) {
    let size = 1024
    while (size < count * 1.5) size *= 2
    this.mask = size * 2 - 1
    this.slots = new Int32Array(size * 2)
  }

  add(start: number, hash: number): void {
    const { slots, mask } = this
    let at = (hash << 1) & mask
    while (slots[at] !== 0) at = (at + 2) & mask
    slots[at] = start + 1
    slots[at + 1] = hash
  }
}

const batchSize = 64

/**
 * Probing one row after the other waits for memory at each: slot and row lie anywhere. Touching those of a batch first
 * lets the processor fetch them side by side.
 */
export class Batch {
  readonly #starts = new Uint32Array(batchSize)
  readonly #hashes = new Uint32Array(batchSize)
  readonly #index: HashTable
  readonly #bytes: Uint8Array
  readonly #probe: (start: number, hash: number) => void
  #size = 0
  /** Keeps the touching from being optimised away. */
  touched = 0

  constructor(index: HashTable, bytes: Uint8Array, probe: (start: number, hash: number) => void) {
    this.#index = index
    this.#bytes = bytes
    this.#probe = probe
  }

  add(start: number, hash: number): void {
    this.#starts[this.#size] = start
    this.#hashes[this.#size] = hash
    this.#size += 1
    if (this.#size === batchSize) this.flush()
  }

  flush(): void {
    const { slots, mask } = this.#index
    const [starts, hashes, bytes, size] = [this.#starts, this.#hashes, this.#bytes, this.#size]
    let touched = 0
    for (let i = 0; i < size; i++) touched ^= slots[(hashes[i]! << 1) & mask]!
    for (let i = 0; i < size; i++) touched ^= bytes[Math.abs(slots[(hashes[i]! << 1) & mask]!)] ?? 0
    this.touched ^= touched
    this.#size = 0
    for (let i = 0; i < size; i++) this.#probe(starts[i]!, hashes[i]!)
  }
}
