/**
 * Values by key, the ones used last, up to a total size: what is beyond it is forgotten, the longest unused first. For what can be read
 * again at any time.
 */
export class RecentValues<V> {
  readonly #values = new Map<string, { readonly value: V; readonly size: number }>()
  readonly #maxSize: number
  #size = 0

  /** @param maxSize in the unit that `set` is called with */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: string): V | undefined {
    const found = this.#values.get(key)
    if (!found) return undefined
    // A map keeps the order of insertion, so that its first entry is the one that was not used for longest.
    this.#values.delete(key)
    this.#values.set(key, found)
    return found.value
  }

  set(key: string, value: V, size: number): void {
    this.delete(key)
    this.#values.set(key, { value, size })
    this.#size += size
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#maxSize) break
      this.delete(oldest)
    }
  }

  /** All of them, the longest unused first. To list them is not to use them. */
  *entries(): Generator<readonly [string, V]> {
    for (const [key, { value }] of this.#values) yield [key, value]
  }

  delete(key: string): void {
    this.#size -= this.#values.get(key)?.size ?? 0
    this.#values.delete(key)
  }
}
