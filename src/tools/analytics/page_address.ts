// The address of a page of a website, as a caller gives it: http or https, of the public internet, also after redirects.
import { refuse } from '#engine/outcomes.ts'
import { AddressRefused, has_public_host, LookupLate, type Outbound } from '#engine/vendors/outbound.ts'

export const URL_CHARS_MAX = 2_000
const REDIRECTS_MAX = 5
/** Redirects that a slow server does not answer in this time are checked by the scan itself. */
const REDIRECTS_MS_MAX = 6_000
const EXAMPLE = 'Give the whole public address of a page, such as https://www.example.com/.'
const NOT_WEB = `url must begin with http:// or https://. ${EXAMPLE}`
/** Other texts with a colon, such as a host with a port, can be parts of an address. */
const WITH_SCHEME = /^[a-z][a-z\d+.-]*:\/\//i

/** An address in the form in which scans are stored: without its fragment. Undefined: no address of http or https. */
function page_address(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  url.hash = ''
  return url.href
}

/** The address of scans that are searched. Refuses one that no scan can have. Undefined: text that is searched in addresses. */
export function searched_address(text: string): string | undefined {
  if (!URL.canParse(text) || !WITH_SCHEME.test(text)) return undefined
  const address = page_address(text) ?? refuse(NOT_WEB)
  if (!has_public_host(address)) refuse(`url must be the address of a public page. ${EXAMPLE}`)
  return address
}

/** Refuses what is no public page, and what redirects to no public page. Sends only requests without a body. */
export async function check_page(given: string, outbound: Outbound, signal: AbortSignal): Promise<string> {
  const address = page_address(given) ?? refuse(NOT_WEB)
  if (address.length > URL_CHARS_MAX) refuse(`url must be at most ${URL_CHARS_MAX} characters.`)
  await check_address(address, 'url', outbound)
  const within = AbortSignal.any([signal, AbortSignal.timeout(REDIRECTS_MS_MAX)])
  let from = address
  for (let hops = 0; hops < REDIRECTS_MAX; hops++) {
    const next = await redirect_of(from, outbound, within)
    signal.throwIfAborted()
    if (next === undefined) break
    await check_address(next, `The page redirects to ${shown(next)}, which`, outbound)
    if (from.startsWith('https:') && next.startsWith('http:'))
      refuse(`The page redirects from https to http at ${shown(next)}, so it cannot be scanned. ${EXAMPLE}`)
    from = next
  }
  return address
}

async function check_address(address: string, subject: string, outbound: Outbound): Promise<void> {
  try {
    await outbound.check(address)
  } catch (error) {
    if (error instanceof AddressRefused) refuse(`${subject} cannot be scanned: ${error.message}. ${EXAMPLE}`)
    if (error instanceof LookupLate) refuse(`${subject} cannot be scanned: ${error.message}. Try again.`)
    refuse(`${subject} cannot be scanned: the host ${shown(address)} was not found. Check its spelling.`)
  }
}

/** Where the page redirects to. Undefined: nowhere, or the server does not say it to such a request. */
async function redirect_of(url: string, outbound: Outbound, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { status, headers } = await outbound.fetch({ url, method: 'HEAD', timeout_ms: REDIRECTS_MS_MAX, signal })
    const { location } = headers
    if (status < 300 || status >= 400 || !location || !URL.canParse(location, url)) return undefined
    return new URL(location, url).href
  } catch (error) {
    if (error instanceof AddressRefused) refuse(`url cannot be scanned: ${error.message}. ${EXAMPLE}`)
    return undefined
  }
}

const shown = (address: string) => (URL.canParse(address) ? new URL(address).host || address.slice(0, 100) : 'that')
