// Limits the look-ups of keys that this process has not accepted before, so that wrong keys do not keep others from being looked up.
import { network_of } from '#engine/access/failed_sign_ins.ts'
import { Refusal } from '#engine/outcomes.ts'

/** Most look-ups of one address, or network of IPv6, at a time. After a start behind a proxy, all callers have one. */
const OF_ADDRESS_MAX = 90
/** Most look-ups at a time. */
const ALL_MAX = 100
/** The first look-up of an address waits with more, which are still fewer than the calls that a process works on. */
const FIRST_ONES_MAX = 300
const BUSY_RETRY_S = 2

export class LookUps {
  readonly #of_address = new Map<string, number>()
  #all = 0

  /** Counts a look-up as running, or refuses it. */
  enter(address: string | undefined): Disposable {
    const network = network_of(address ?? '')
    const own = this.#of_address.get(network) ?? 0
    if (own >= OF_ADDRESS_MAX || this.#all >= (own === 0 ? FIRST_ONES_MAX : ALL_MAX))
      throw new Refusal('overloaded', 'Tablero is busy. Try again in a few seconds.', BUSY_RETRY_S)
    this.#add(network, 1)
    return { [Symbol.dispose]: () => this.#add(network, -1) }
  }

  #add(network: string, more: 1 | -1): void {
    this.#all += more
    const running = (this.#of_address.get(network) ?? 0) + more
    if (running > 0) this.#of_address.set(network, running)
    else this.#of_address.delete(network)
  }
}
