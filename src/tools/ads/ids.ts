// Ids of campaigns and ad groups in questions. An unknown id is refused with the ids that there are.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { PlatformKey } from '#domain/platforms.ts'
import { search_text } from '#engine/lists.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Context } from '#engine/tool.ts'
import { is_chosen } from '#figures/sources/lost_accounts.ts'
import { short_text } from '#lib/text.ts'

/** Ids that a refusal names. */
const SHOWN_MAX = 10
const NAME_CHARS_MAX = 60

export const id_of = (what: string) => search_text(`Only of this ${what}.`).optional()

const kinds = {
  campaign_id: { what: 'campaign', list: 'ad_campaigns', days: 'campaign_daily' },
  ad_group_id: { what: 'ad group', list: 'ad_groups', days: 'ad_group_daily' },
} as const
type Ids = { [Name in keyof typeof kinds]?: string }

interface Found {
  id: string
  name: string
  total: bigint
}

/**
 * Refuses an id that no chosen account of an active connection of the platform has, and names only ids of such accounts. An ad group must
 * belong to the campaign, if both are given.
 */
export async function refuse_unknown(context: Pick<Context, 'db'>, platform: PlatformKey, ids: Ids): Promise<void> {
  const { campaign_id, ad_group_id } = ids
  if (campaign_id !== undefined) await refuse_one(context, platform, 'campaign_id', campaign_id)
  if (ad_group_id !== undefined) await refuse_one(context, platform, 'ad_group_id', ad_group_id, campaign_id)
}

async function refuse_one(
  { db }: Pick<Context, 'db'>,
  platform: PlatformKey,
  column: keyof typeof kinds,
  id: string,
  campaign_id: string | null = null,
) {
  const { what, list, days } = kinds[column]
  const accounts = sql`${of_org('ad_accounts', 'a')}
    join ${of_org('connections', 'o')} on o.connection_id = a.connection_id and o.status = 'active' and a.platform = ${platform}
      and ${is_chosen('a.connection_id', 'a.account_id')}`
  const is_wanted = sql`${sql.ref(`t.${column}`)} = ${id} and coalesce(t.campaign_id = ${campaign_id}, ${campaign_id}::text is null)`
  const of_account = sql`t.connection_id = a.connection_id and t.account_id = a.account_id`
  // The platform can refuse the list and give the figures.
  const { rows: known } = await sql`
    select from ${accounts} where exists (select from ${of_org(list, 't')} where ${of_account} and ${is_wanted})
      or exists (select from ${of_org(days, 't')} where ${of_account} and ${is_wanted}) limit 1`.execute(db)
  if (known.length > 0) return
  const { rows } = await sql<Found>`
    select ${sql.ref(`t.${column}`)} as id, t.name, count(*) over () as total from ${accounts}
    join ${of_org(list, 't')} on ${of_account} and coalesce(t.campaign_id = ${campaign_id}, ${campaign_id}::text is null)
    order by t.synced_at desc, 1 limit ${SHOWN_MAX}`.execute(db)
  const place = campaign_id === null ? '' : ` in campaign ${campaign_id}`
  if (rows.length === 0) refuse(`There is no ${what} ${id}${place}, because no ${what} is stored. Leave ${column} out.`)
  const names = rows.map((found) => `${found.id} (${short_text(found.name, NAME_CHARS_MAX)})`).join(', ')
  const more = Number(rows[0]!.total) - rows.length
  refuse(`There is no ${what} ${id}${place}. There are: ${names}${more > 0 ? ` and ${more} more` : ''}.`)
}
