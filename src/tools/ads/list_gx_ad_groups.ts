import { limit, listed } from '#engine/lists.ts'
import { platform_word } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { ad_figures, ads_answer, ads_result } from '#tools/ad_campaigns.ts'
import { id_of } from '#tools/ads/ids.ts'
import { level_rows, name_field, place_fields } from '#tools/ads/levels.ts'

const ad_group = f.rows_by(
  {
    ad_group_id: platform_word().nullable(),
    name: name_field('ad group'),
    status: platform_word().nullable().describe('The platform’s own word.'),
    ...place_fields,
  },
  ad_figures,
)
const ad_groups = listed(
  'ad_groups',
  ad_group.row,
  'Narrow the dates, or name a campaign with campaign_id.',
  'Ad groups with figures in the period, highest spend first.',
  {
    short: {
      fields: ['ad_group_id', 'name', 'campaign_id', 'spend', 'impressions', 'clicks', 'conversions', 'roas'],
      differing: ['status', 'account', 'conversion_value'],
      while_small: ['campaign'],
    },
  },
)

export const list_gx_ad_groups = tool({
  about: 'Ad groups of search campaigns in a period: spend, impressions, clicks, conversions and ROAS.',
  keywords: {
    es: 'grupos de anuncios de una campaña costo conversiones rendimiento dentro de la campaña',
    en: 'ad groups adgroups ad sets of a campaign cost conversions performance inside the campaign drill down',
    pt: 'grupos de anúncios de uma campanha custo conversões desempenho dentro da campanha',
  },
  scopes: ['ads:read'],
  effect: 'read',
  input: { campaign_id: id_of('campaign'), ...f.dates, limit: limit(50) },
  result: ads_result(ad_groups),
  example: { limit: 10 },
  async run({ limit, ...asked }, context) {
    const { currency } = context.org
    const { whole, rows, shared } = await level_rows(context, 'ad_group', asked)
    const list = ad_groups.of(ad_group.of(rows.slice(0, limit), currency), rows.length)
    return ads_answer(list, whole, { shared, currency })
  },
})
