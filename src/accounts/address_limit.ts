// Limits the requests of one address to the accounts, so that a flood does not keep the processor busy with passwords.
import { network_of } from '#engine/access/failed_sign_ins.ts'
import { Refusal } from '#engine/outcomes.ts'
import { set_newest } from '#lib/newest.ts'

/** Requests that change or try something, of one address in a minute, unless a limit says otherwise. */
const REQUESTS_MAX = 60
const WINDOW_MS = 60_000
/** Most addresses that are counted. The oldest are forgotten first. */
const KEPT_MAX = 10_000

interface Counted {
  count: number
  ends: number
}

export class AddressLimit {
  readonly #requests_max: number
  readonly #addresses = new Map<string, Counted>()

  constructor(requests_max = REQUESTS_MAX) {
    this.#requests_max = requests_max
  }

  count(address: string): void {
    const network = network_of(address)
    const now = performance.now()
    const known = this.#addresses.get(network)
    const counted = known && known.ends > now ? known : { count: 0, ends: now + WINDOW_MS }
    counted.count += 1
    set_newest(this.#addresses, network, counted, KEPT_MAX)
    if (counted.count <= this.#requests_max) return
    const wait_s = Math.ceil((counted.ends - now) / 1000)
    throw new Refusal('rate_limited', `Too many requests came from this address. Try again in ${wait_s} s.`, wait_s)
  }
}
