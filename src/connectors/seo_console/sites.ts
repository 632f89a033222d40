// The sites of a Google account. Sites that cannot be read, or are part of another site, are named with the reason.
import { COUNTED_THERE } from '#engine/account_choice.ts'
import type { Account } from '#engine/connector.ts'
import { unreadable } from '../google.ts'

// Days are days of the Pacific time zone, daylight saving time included (searchconsole v1, ApiDimension DATE, read 2026-11).
const TIME_ZONE = 'America/Los_Angeles'
// The discovery document writes SITE_UNVERIFIED_USER, the service siteUnverifiedUser.
const UNVERIFIED = /^site_?unverified_?user$/i
const DOMAIN = 'sc-domain:'
export const UNVERIFIED_SITE = 'This Google account has not verified that the site is its own.'

export interface Site {
  siteUrl: string
  permissionLevel?: string
}

/**
 * A domain covers every address below it, and an address covers every longer address. Reading both would count each click twice, so
 * only the wider site is read. A site that was read before leaves the figures then, because Google calculates the history of a new property too
 * (Search Central office hours of 2020-09-04). Google gives no day of creation (WmxSite, searchconsole v1, read 2026-11).
 */
export function accounts_of(sites: readonly Site[]): Account[] {
  const is_readable = ({ permissionLevel = '' }: Site) => !UNVERIFIED.test(permissionLevel)
  const readable = new Set(sites.filter(is_readable).map(({ siteUrl }) => siteUrl))
  return sites.map(({ siteUrl }) => {
    if (!readable.has(siteUrl)) return unreadable(siteUrl, siteUrl, UNVERIFIED_SITE)
    const wider = wider_sites(siteUrl).find((other) => readable.has(other))
    if (wider) return unreadable(siteUrl, siteUrl, `${wider} ${COUNTED_THERE}`)
    return { account_id: siteUrl, name: siteUrl, time_zone: TIME_ZONE }
  })
}

/** What a site that contains this one would be called, the widest first. */
export function wider_sites(site: string): string[] {
  const host = site.startsWith(DOMAIN) ? site.slice(DOMAIN.length) : host_of(site)
  const labels = host.split('.')
  const domains = labels.map((_, at) => `${DOMAIN}${labels.slice(labels.length - at - 1).join('.')}`)
  const parts = site.startsWith(DOMAIN) ? [] : site.split('/')
  const addresses = parts.flatMap((_, at) => [parts.slice(0, at).join('/'), `${parts.slice(0, at).join('/')}/`])
  return [...domains, ...addresses].filter((other) => other !== site)
}

/** Apps are sites too (android-app://…). They belong to no domain. */
function host_of(site: string): string {
  return /^https?:/.test(site) && URL.canParse(site) ? new URL(site).hostname : ''
}
