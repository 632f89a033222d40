// Every status of each level (api_specs, Campaign, AdSet and Ad effective_status, read 2026-11). Lists and insights leave out archived
// and deleted objects unless they are named, and then past spend is missing ("Manage Your Ad Object's Status", read 2026-11).
const shared = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED', 'IN_PROCESS', 'WITH_ISSUES']
const reviewed = ['DISAPPROVED', 'PENDING_REVIEW', 'PENDING_BILLING_INFO', 'PREAPPROVED']
export const every_status = {
  campaign: shared,
  adset: [...shared, 'CAMPAIGN_PAUSED'],
  ad: [...shared, 'CAMPAIGN_PAUSED', 'ADSET_PAUSED', ...reviewed],
}

/**
 * Lists refuse a request that names deleted objects: error 100, subcode 1815001, "Cannot Request for Deleted Objects". Sources: the Ads
 * blog, "deleted vs archived", and reports of users of 2026-05 and 2026-10 (read 2026-11).
 */
const listed = (statuses: readonly string[]) => statuses.filter((status) => status !== 'DELETED')
export const listed_status = {
  campaign: listed(every_status.campaign),
  adset: listed(every_status.adset),
  ad: listed(every_status.ad),
}
