const DOMAIN = 'sc-domain:'

/**
 * Sites whose searches no other site of the list counts too: a domain covers every address below it, an address every
 * longer one. Read both and each click would be there twice.
 */
export function without_repeats(sites: readonly string[]): string[] {
  return sites.filter((site) => !sites.some((other) => other !== site && covers(other, site)))
}

function covers(wide: string, narrow: string): boolean {
  if (!wide.startsWith(DOMAIN)) return narrow.startsWith(wide)
  const host = narrow.startsWith(DOMAIN) ? narrow.slice(DOMAIN.length) : host_of(narrow)
  const domain = wide.slice(DOMAIN.length)
  return host === domain || host.endsWith(`.${domain}`)
}

/** Apps are sites too (android-app://…) and belong to no domain. */
function host_of(site: string): string {
  return /^https?:/.test(site) && URL.canParse(site) ? new URL(site).hostname : ''
}
