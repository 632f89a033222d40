// Remembers failed sign-ins, so that a flood of wrong keys costs little. A key that failed is not looked up again for a short time, and
// an address may try a limited number of different keys. Only hashes of keys are kept.
import ipaddr from 'ipaddr.js'
import { Refusal } from '#engine/outcomes.ts'
import { set_newest } from '#lib/newest.ts'

/** Different wrong keys that an address may send within the window. Valid keys that the process knows are never limited. */
export const WRONG_KEYS_MAX = 60
const WINDOW_MS = 60_000
export const REMEMBERED_MS = 10_000
/** Most remembered keys and addresses. The oldest are forgotten first. */
const KEPT_MAX = 10_000
/** An IPv6 client has at least a network of this size, so its address alone would not limit it. */
const IPV6_NETWORK_BYTES = 8

interface Attempts {
  count: number
  ends: number
}

interface Failed<About> {
  about: About
  until: number
}

/** `About`: what is known of a failed key. */
export class FailedSignIns<About = undefined> {
  /** By the hash of the key. */
  readonly #keys = new Map<string, Failed<About>>()
  readonly #addresses = new Map<string, Attempts>()

  find(hash: Buffer): About | undefined {
    const failed = this.#keys.get(hash.toString('base64'))
    return failed && failed.until > performance.now() ? failed.about : undefined
  }

  remember(hash: Buffer, about: About): void {
    set_newest(this.#keys, hash.toString('base64'), { about, until: performance.now() + REMEMBERED_MS }, KEPT_MAX)
  }

  /** A change of keys can make a failed key valid. */
  forget(): void {
    this.#keys.clear()
  }

  /** Refuses an address that has sent too many wrong keys. */
  check(address: string | undefined): void {
    const attempts = address === undefined ? undefined : this.#attempts_of(network_of(address))
    if (!attempts || attempts.count < WRONG_KEYS_MAX) return
    const wait_s = Math.ceil((attempts.ends - performance.now()) / 1000)
    throw new Refusal(
      'rate_limited',
      `Too many wrong keys came from this address. Check the key, and try again in ${wait_s} s.`,
      wait_s,
    )
  }

  /** Counts a wrong key. Keys that are still looked up do not count: after a start, many valid keys come at the same time. */
  count(address: string | undefined): void {
    if (address === undefined) return
    const network = network_of(address)
    const attempts = this.#attempts_of(network)
    if (attempts) attempts.count += 1
    else set_newest(this.#addresses, network, { count: 1, ends: performance.now() + WINDOW_MS }, KEPT_MAX)
  }

  #attempts_of(network: string): Attempts | undefined {
    const known = this.#addresses.get(network)
    return known && known.ends > performance.now() ? known : undefined
  }
}

/** Some proxies name the port of the client too: `192.0.2.7:5060`, or `[2001:db8::1]:5060`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i

/** An IPv4 address, or the network of an IPv6 address. A proxy can send any text, and all other texts are one address. */
export function network_of(given: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(given) ?? []
  const address = ipv6 ?? ipv4 ?? given
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  const bytes = parsed.toByteArray()
  return parsed.kind() === 'ipv4' ? parsed.toString() : Buffer.from(bytes.slice(0, IPV6_NETWORK_BYTES)).toString('hex')
}
