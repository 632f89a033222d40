// What a process has read from the database, until something changes there.
import type { Changes } from '#engine/access/changes.ts'
import { set_newest } from '#lib/newest.ts'

/** Most entries of a cache. The oldest are removed first. */
export const KEPT_MAX = 50_000

export class Cache<Value> {
  readonly #changes: Changes
  readonly #entries = new Map<string, Value>()

  constructor(changes: Changes) {
    this.#changes = changes
    changes.on_change(() => this.#entries.clear())
  }

  /** Undefined: it is not known, or could have changed. */
  find(id: string): Value | undefined {
    return this.#changes.are_received ? this.#entries.get(id) : undefined
  }

  keep(id: string, value: Value): void {
    set_newest(this.#entries, id, value, KEPT_MAX)
  }

  /** The entry, or what `read` finds. It is not kept when something changes during the read. */
  async of<Found extends Value | undefined>(id: string, read: () => Promise<Found>): Promise<Value | Found> {
    const known = this.find(id)
    if (known !== undefined) return known
    const { version } = this.#changes
    const found = await read()
    if (found !== undefined && this.#changes.is_still(version)) this.keep(id, found)
    return found
  }
}
