// The address of a webhook, checked when it is written. The same check runs again when something is sent.
import { refuse } from '#engine/outcomes.ts'
import { AddressRefused, is_public_https, type Outbound } from '#engine/vendors/outbound.ts'

/** Time for the search of the name. A name that is not found in this time is refused. */
const LOOKUP_MS_MAX = 3_000
const EXAMPLE = 'Give a public address, such as https://hooks.example.com/tablero.'

/** Refuses an address to which Tablero may not send. `name` is the parameter that has it. */
export async function check_address(outbound: Pick<Outbound, 'check'>, name: string, url: string): Promise<void> {
  if (!URL.canParse(url)) refuse(`${name} is not an address. ${EXAMPLE}`)
  const { protocol, username, password } = new URL(url)
  if (protocol !== 'https:') refuse(`${name} must begin with https://. ${EXAMPLE}`)
  if (username || password) refuse(`${name} must not have a username or a password. ${EXAMPLE}`)
  if (!is_public_https(url)) refuse(`${name} is not a public address. ${EXAMPLE}`)
  try {
    await Promise.race([outbound.check(url), too_late()])
  } catch (error) {
    if (error instanceof AddressRefused) refuse(`${name} is not a public address. ${EXAMPLE}`)
    refuse(`${name} names a host that was not found. Check its spelling.`)
  }
}

function too_late(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  setTimeout(() => reject(new Error('the name was not found in time')), LOOKUP_MS_MAX).unref()
  return promise
}
