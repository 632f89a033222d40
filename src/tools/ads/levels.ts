// Ad groups and ads of search ads: the code that `list_gx_ad_groups` and `list_gx_ads_ads` share.
import { type RawBuilder, sql } from 'kysely'
import type { Dates } from '#domain/windows.ts'
import { outside_text, platform_word } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import type { Sums } from '#figures/figure.ts'
import * as f from '#figures/index.ts'
import { NOT_REPORTED, rest_of } from '#figures/rest.ts'
import { ad_group_names, ad_names, by_ad, by_ad_group, by_campaign, campaign_names } from '#figures/sums/warehouse.ts'
import { refuse_unknown } from '#tools/ads/ids.ts'

const PLATFORM = 'gx_ads'
/** All rows have one platform, so no row is grouped by it. */
const level = <Of, By extends { platform: unknown }, Names>(of: Of, { platform: _, ...by }: By, named: Names) => ({
  of,
  by,
  named,
})
const levels = {
  campaign: level(f.on_platform(f.ads, PLATFORM), by_campaign, campaign_names),
  ad_group: level(f.on_platform(f.ad_groups, PLATFORM), by_ad_group, ad_group_names),
  ad: level(f.on_platform(f.single_ads, PLATFORM), by_ad, ad_names),
}

/** Fields of a row that say where in the account it is. */
export const place_fields = {
  campaign_id: platform_word(),
  campaign: outside_text().nullable().describe('Name of the campaign.'),
  account: outside_text().nullable().describe('Ad account.'),
}
export const name_field = (what: string) =>
  outside_text()
    .nullable()
    .describe(
      `Name of the ${what}. ${NOT_REPORTED}: what its campaign has and its ${what}s lack, such as Performance Max.`,
    )

export interface LevelRow {
  key: Record<string, string | null>
  current: Sums<'spend' | f.RoasSum | 'impressions' | 'clicks' | 'conversions'> | null
  previous: null
}

interface Within {
  campaign_id?: string
  ad_group_id?: string
}

/**
 * The rows of a level, highest spend first, and the totals of the level above. What a campaign has and its rows lack is a row without an
 * id, so that all rows add up to the totals.
 */
export async function level_rows(
  context: Context,
  of: 'ad_group' | 'ad',
  { campaign_id, ad_group_id, ...dates }: Dates & Within,
) {
  await refuse_unknown(context, PLATFORM, { campaign_id, ad_group_id })
  const where = sql.join([sql`true`, ...conditions({ campaign_id, ad_group_id })], sql` and `)
  const above = levels[ad_group_id === undefined ? 'campaign' : 'ad_group']
  const { whole, lines, shared } = await f.answer(context, f.period_of(dates, context), {
    whole: { ...above, where },
    lines: { ...levels[of], where },
  })
  const names = Object.keys(above.by)
  const id = (key: LevelRow['key']) => JSON.stringify(names.map((name) => key[name]))
  const below = Map.groupBy<string, LevelRow>(lines.lines as LevelRow[], ({ key }) => id(key))
  // Days that are not read at this level are not missing from it.
  const is_known = whole.current !== null && lines.current !== null
  const rests = (is_known ? (whole.lines as LevelRow[]) : []).flatMap(({ key, current }): LevelRow[] => {
    const rest = rest_of(current, below.get(id(key)) ?? [])
    const { name, status: _, ...place } = key
    const named = { ...place, [ad_group_id === undefined ? 'campaign' : 'ad_group']: name ?? null, name: NOT_REPORTED }
    return rest ? [{ key: named, ...rest }] : []
  })
  return { whole, rows: [...(lines.lines as LevelRow[]), ...rests].toSorted(f.highest('spend')), shared }
}

const conditions = (within: Within): RawBuilder<unknown>[] =>
  Object.entries(within).flatMap(([name, id]) => (id === undefined ? [] : [sql`${sql.ref(`f.${name}`)} = ${id}`]))
