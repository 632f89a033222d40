import { sql } from 'kysely'
import { z } from 'zod'
import { limit, listed } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { add, zeros } from '#figures/facts.ts'
import * as f from '#figures/index.ts'
import { NOT_REPORTED } from '#figures/rest.ts'
import { with_total } from '#figures/totals.ts'
import { account_names, by_campaign } from '#figures/warehouse.ts'
import { ad_figures, ads_result } from '#tools/ad_campaigns.ts'
import { type CreativeKey, fatigue_by_creative, id, looks_of, NO_FATIGUE, NO_LOOK } from '#tools/ads/creatives.ts'

const SCORE_MAX = 100
const score = (of: z.ZodNumber) => of.min(0, 'must be at least 0').max(SCORE_MAX, `must be at most ${SCORE_MAX}`)

const percent = (about: string) => z.number().nullable().describe(`${about} In percent of its first days.`)
const fatigue = z
  .strictObject({
    ctr_fall_percent: percent('How much lower the click rate of the last 7 days is.'),
    cost_rise_percent: percent('How much more a click costs.'),
    first_frequency: f.ratio_field('Impressions for each person and day in the first 7 days.'),
    frequency: f.ratio_field('Impressions for each person and day in the last 7 days.'),
    days_running: f.count_field('Days since its first impression.'),
  })
  .describe('The parts of fatigue_score: the last 7 days of the window against the creative’s own first 7 days.')

const creatives = listed(
  'creatives',
  z.strictObject({
    creative_id: platform_word().nullable(),
    name: outside_text().nullable().describe(`Name of the creative. ${NOT_REPORTED}: ads whose creative is not known.`),
    status: platform_word().nullable().describe('The platform’s own word.'),
    type: platform_word().nullable().describe('The platform’s own word.'),
    title: outside_text().nullable(),
    body: outside_text(LONG_TEXT_CHARS_MAX).nullable(),
    thumbnail_url: outside_text(LONG_TEXT_CHARS_MAX).nullable().describe('Picture. The link expires.'),
    thumbnail_read_at: own_text().nullable().describe('When the link was read.'),
    account: outside_text().nullable().describe('Ad account.'),
    ...ad_figures.fields,
    fatigue_score: score(z.number())
      .nullable()
      .describe('0 fresh to 100 tired. null: fewer than 1,000 impressions in its first or last 7 days, or not known.'),
    fatigue,
  }),
  'Narrow the dates, or raise min_fatigue_score.',
  'Creatives with figures in the period, highest spend first.',
  {
    short: {
      fields: ['creative_id', 'name', 'spend', 'impressions', 'clicks', 'conversions', 'roas', 'fatigue_score'],
      differing: ['status', 'account'],
    },
  },
)

export const query_mx_creatives = tool({
  about:
    'Creatives of social campaigns in a period with a fatigue score, which shows worn-out ones, thumbnail, spend, clicks, conversions and ROAS.',
  keywords: {
    es: 'Meta Facebook Instagram creativos creatividades fatiga desgaste cansancio quemado imagen video miniatura frecuencia renovar',
    en: 'Meta Facebook Instagram creatives fatigue worn out tired stale burnt image video thumbnail frequency refresh',
    pt: 'Meta Facebook Instagram criativos fadiga desgaste saturado cansado imagem vídeo miniatura frequência renovar',
  },
  scopes: ['ads:read'],
  effect: 'read',
  input: {
    ...f.dates,
    min_fatigue_score: score(z.number('must be a number from 0 to 100'))
      .optional()
      .describe('Least fatigue_score, 0 to 100. Creatives without a score are left out.'),
    limit: limit(50),
  },
  result: ads_result(creatives),
  example: { limit: 10 },
  async run({ limit, min_fatigue_score: least, ...dates }, context) {
    const { currency } = context.org
    const period = f.period_of(dates, context)
    const { platform: _, campaign_id: __, ...account } = by_campaign
    const { found, shared } = await f.answer(context, period, {
      found: {
        of: f.on_platform(f.creatives, 'mx_ads'),
        by: { ...account, creative_id: sql.ref('f.creative_id') },
        named: account_names,
      },
    })
    const keys = found.lines.flatMap(({ key }) => (key.creative_id === null ? [] : [key as unknown as CreativeKey]))
    const fatigues = await fatigue_by_creative(context, period.current, found.sources, keys)
    const scored = found.lines.map((line) => ({ ...line, fatigue: fatigues.get(id(line.key)) ?? NO_FATIGUE }))
    const matching = scored.filter(({ fatigue }) => least === undefined || (fatigue.score ?? -1) >= least)
    const lines = matching.toSorted(f.highest('spend')).slice(0, limit)
    const looks = await looks_of(
      context,
      lines.flatMap(({ key }) => (key.creative_id === null ? [] : [key as unknown as CreativeKey])),
    )
    const rows = lines.map(({ key, fatigue: { score, ...parts }, ...line }) => ({
      creative_id: key.creative_id,
      ...(key.creative_id === null ? { ...NO_LOOK, name: NOT_REPORTED } : (looks.get(id(key)) ?? NO_LOOK)),
      account: key.account,
      ...ad_figures.values(line, currency),
      fatigue_score: score,
      fatigue: parts,
    }))
    const sums = matching.flatMap(({ current }) => current ?? [])
    const totals = least === undefined ? found.current : found.current && sums.reduce(add, zeros(f.creatives.facts))
    return {
      totals: ad_figures.values({ ...found, current: totals }, currency),
      ...with_total(creatives.of(rows, matching.length), found.current),
      ...shared,
    }
  },
})
