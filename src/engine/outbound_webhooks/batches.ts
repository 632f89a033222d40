// Stores items in batches: those that arrive while a batch is being stored form the next one.

export class Batches<Item> {
  readonly #store: (items: Item[]) => Promise<void>
  #next: { items: Item[]; stored: Promise<void> } | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(store: (items: Item[]) => Promise<void>) {
    this.#store = store
  }

  /** Resolves when the item is stored, and rejects when its batch failed. */
  add(item: Item): Promise<void> {
    this.#next ??= this.#new_batch()
    this.#next.items.push(item)
    return this.#next.stored
  }

  #new_batch() {
    const items: Item[] = []
    const stored = this.#last
      .catch(() => undefined) // reported to the items of that batch
      .then(() => {
        this.#next = undefined
        return this.#store(items)
      })
    this.#last = stored
    return { items, stored }
  }
}
