import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { limit, listed } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, platform_word } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { ad_figures, ads_answer, ads_result } from '#tools/ad_campaigns.ts'
import { id_of } from '#tools/ads/ids.ts'
import { type LevelRow, level_rows, name_field, place_fields } from '#tools/ads/levels.ts'

const texts = z.array(outside_text())
const ad = f.rows_by(
  {
    ad_id: platform_word().nullable(),
    name: name_field('ad'),
    status: platform_word().nullable().describe('The platform’s own word.'),
    ad_type: platform_word().nullable().describe('The platform’s own word.'),
    headline: outside_text().nullable().describe('The first headline.'),
    description: outside_text().nullable().describe('The first description.'),
    headlines: texts.describe('All headlines, among which the platform chooses.'),
    descriptions: texts.describe('All descriptions, among which the platform chooses.'),
    final_url: outside_text(LONG_TEXT_CHARS_MAX).nullable().describe('Page that the ad leads to.'),
    ad_group_id: platform_word().nullable(),
    ad_group: outside_text().nullable().describe('Name of the ad group.'),
    ...place_fields,
  },
  ad_figures,
)
const ads = listed(
  'ads',
  ad.row,
  'Narrow the dates, or name an ad group with ad_group_id.',
  'Ads with figures in the period, highest spend first.',
  {
    short: {
      fields: ['ad_id', 'name', 'headline', 'ad_group_id', 'spend', 'impressions', 'clicks', 'conversions', 'roas'],
      differing: ['status', 'ad_type', 'account', 'conversion_value'],
      while_small: ['description', 'final_url'],
    },
  },
)

interface Texts {
  connection_id: string
  account_id: string
  ad_id: string
  headline: string | null
  description: string | null
  headlines: string[]
  descriptions: string[]
  final_url: string | null
}

const id = (ad: { connection_id?: string | null; account_id?: string | null; ad_id?: string | null }) =>
  JSON.stringify([ad.connection_id, ad.account_id, ad.ad_id])

/** The texts of these ads. An ad whose platform gives one headline has a list of one. */
async function texts_of({ db }: Pick<Context, 'db'>, rows: readonly LevelRow[]) {
  const column = (name: string) => rows.flatMap(({ key }) => (key.ad_id ? [key[name]] : []))
  const { rows: found } = await sql<Texts>`
    select connection_id, account_id, ad_id, coalesce(headlines[1], headline) as headline,
      coalesce(descriptions[1], description) as description, final_url,
      coalesce(headlines, array_remove(array[headline], null)) as headlines,
      coalesce(descriptions, array_remove(array[description], null)) as descriptions
    from ${of_org('ads')}
    where (connection_id, account_id, ad_id) in (
      select * from unnest(${column('connection_id')}::uuid[], ${column('account_id')}::text[], ${column('ad_id')}::text[]))`.execute(
    db,
  )
  return new Map(
    found.map(({ connection_id, account_id, ad_id, ...of }) => [id({ connection_id, account_id, ad_id }), of]),
  )
}
const NO_TEXTS = { headline: null, description: null, headlines: [], descriptions: [], final_url: null }

export const list_gx_ads_ads = tool({
  about:
    'Single ads of search campaigns in a period: type, headlines, descriptions, landing page, spend, clicks, conversions and ROAS.',
  keywords: {
    es: 'anuncios de Google Ads uno por uno cada anuncio títulos de anuncios titulares descripciones textos copy clics CTR rendimiento URL final',
    en: 'Google Ads individual ads each ad headlines descriptions ad copy texts clicks CTR performance final URL',
    pt: 'anúncios do Google Ads um por um cada anúncio títulos de anúncios descrições textos copy cliques CTR desempenho URL final',
  },
  scopes: ['ads:read'],
  effect: 'read',
  input: {
    ad_group_id: id_of('ad group'),
    campaign_id: id_of('campaign'),
    ...f.dates,
    limit: limit(50),
  },
  result: ads_result(ads),
  example: { limit: 10 },
  async run({ limit, ...asked }, context) {
    const { currency } = context.org
    const { whole, rows, shared } = await level_rows(context, 'ad', asked)
    const shown = rows.slice(0, limit)
    const without_texts = ad.of(shown, currency)
    const texts = await texts_of(context, shown.slice(0, ads.shown_max(without_texts)))
    const list = without_texts.map((row, at) => ({ ...row, ...(texts.get(id(shown[at]!.key)) ?? NO_TEXTS) }))
    return ads_answer(ads.of(list, rows.length), whole, { shared, currency })
  },
})
