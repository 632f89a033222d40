const DOMAIN = 'sc-domain:'

/**
 * Removes sites whose searches another site of the list counts too. A domain covers every address below it, and an address covers
 * every longer address. Reading both would count each click twice.
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

/** Apps are sites too (android-app://…). They belong to no domain. */
function host_of(site: string): string {
  return /^https?:/.test(site) && URL.canParse(site) ? new URL(site).hostname : ''
}
