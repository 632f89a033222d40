// The address of a webhook, checked when it is written. The same check runs again when something is sent.
import { refuse } from '#engine/outcomes.ts'
import { AddressRefused, is_public_https, LookupLate, type Outbound } from '#engine/vendors/outbound.ts'

/** Time for the search of the name. A name that is not found in this time is refused. */
const LOOKUP_MS_MAX = 3_000
const HTTPS = /^https:\/\/[^\s\\\p{Cc}]+$/iu
const EXAMPLE = 'Give a public address, such as https://hooks.example.com/tablero.'

const NOT_PUBLIC = `must be a public address. ${EXAMPLE}`

/** What is wrong with an address, as far as the address itself shows. */
export function fault_of_address(text: string): string | undefined {
  if (!HTTPS.test(text)) return `must begin with https:// and have no space and no backslash. ${EXAMPLE}`
  if (!URL.canParse(text)) return `is not a valid address. ${EXAMPLE}`
  const { username, password } = new URL(text)
  if (username || password) return `must not have a username or a password. ${EXAMPLE}`
  return is_public_https(text) ? undefined : NOT_PUBLIC
}

/** Refuses an address whose name leads to a host to which Tablero may not send. `name` is the parameter that has it. */
export async function check_address(outbound: Pick<Outbound, 'check'>, name: string, url: string): Promise<void> {
  const fault = fault_of_address(url)
  if (fault) refuse(`${name} ${fault}`)
  try {
    await outbound.check(url, { lookup_ms: LOOKUP_MS_MAX })
  } catch (error) {
    if (error instanceof AddressRefused) refuse(`${name} ${NOT_PUBLIC}`)
    if (error instanceof LookupLate)
      refuse(`${name} names a host that could not be looked up within ${LOOKUP_MS_MAX / 1_000} seconds. Try again.`)
    refuse(`${name} names a host that was not found. Check its spelling.`)
  }
}
