// Reads that are the same and come at the same time are read once. Who comes while one is under way waits for the next one, which
// all who wait share: nobody is given what was read before he asked, and no read runs twice at once.

interface Gathering {
  reading: Promise<unknown>
  /** Ended when everybody who waits for it has left. */
  stop: AbortController
  waiting: number
}

export class Flights {
  readonly #under_way = new Map<string, Promise<unknown>>()
  readonly #gathering = new Map<string, Gathering>()

  is_under_way(key: string): boolean {
    return this.#under_way.has(key)
  }

  /** Reads, and lets those who come meanwhile wait. */
  lead<T>(key: string, read: () => Promise<T>): Promise<T> {
    const reading = read().finally(() => {
      if (this.#under_way.get(key) === reading) this.#under_way.delete(key)
    })
    this.#under_way.set(key, reading)
    return reading
  }

  /** Takes part in the next reading after the one under way. */
  async join<T>(key: string, signal: AbortSignal | undefined, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const next = this.#gathering.get(key) ?? this.#gather(key, read)
    next.waiting += 1
    const left = Promise.withResolvers<never>()
    const leave = () => {
      next.waiting -= 1
      if (next.waiting === 0) this.#give_up(key, next)
      left.reject(signal?.reason)
    }
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return (await Promise.race([next.reading, left.promise])) as T
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #gather<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Gathering {
    const stop = new AbortController()
    const before = this.#under_way.get(key)?.catch(() => undefined)
    const reading = Promise.resolve(before).then(() => {
      stop.signal.throwIfAborted()
      this.#gathering.delete(key)
      return this.lead(key, () => read(stop.signal))
    })
    // Everybody who waited may have left.
    reading.catch(() => undefined)
    const gathering = { reading, stop, waiting: 0 }
    this.#gathering.set(key, gathering)
    return gathering
  }

  /** Nobody waits for it any more; who comes now gathers anew. */
  #give_up(key: string, gathering: Gathering): void {
    if (this.#gathering.get(key) === gathering) this.#gathering.delete(key)
    gathering.stop.abort()
  }
}
