// Every status of each level (api_specs, Campaign, AdSet and Ad effective_status, read 2026-11). Lists and insights leave out archived
// and deleted objects unless they are named, and then past spend is missing ("Manage Your Ad Object's Status", read 2026-11).
const shared = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED', 'IN_PROCESS', 'WITH_ISSUES']
const reviewed = ['DISAPPROVED', 'PENDING_REVIEW', 'PENDING_BILLING_INFO', 'PREAPPROVED']
export const every_status = {
  campaign: shared,
  adset: [...shared, 'CAMPAIGN_PAUSED'],
  ad: [...shared, 'CAMPAIGN_PAUSED', 'ADSET_PAUSED', ...reviewed],
}
