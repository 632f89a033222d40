// The names of the campaigns of Google Ads, which short rows of groups and ads leave out.
import { use_answer } from '../../api/queries.ts'
import type { Days } from '../../lib/days.ts'
import { dates_of } from '../../lib/period.ts'
import { ROWS_MAX } from './campaign_answers.ts'

/** The same call as that of the campaigns, so it is often here already. */
export function use_campaign_names(days: Days, enabled: boolean): ReadonlyMap<string, string> {
  const { data } = use_answer('query_gx_campaigns', { ...dates_of(days), limit: ROWS_MAX }, { enabled, keeps: true })
  return new Map(data?.campaigns.flatMap(({ campaign_id, name }) => (name === null ? [] : [[campaign_id, name]])))
}
