import { sql } from 'kysely'
import { z } from 'zod'
import { limit, listed } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { NOT_REPORTED } from '#figures/rest.ts'
import {
  type CreativeKey,
  fatigue_by_creative,
  id,
  looks_of,
  NO_FATIGUE,
  NO_LOOK,
} from '#figures/subjects/creatives.ts'
import { add, zeros } from '#figures/sums/facts.ts'
import { creative_names } from '#figures/sums/warehouse.ts'
import { ad_figures, ads_answer, ads_result } from '#tools/ad_campaigns.ts'

const SCORE_MAX = 100
const score = (of: z.ZodNumber) => of.min(0, 'must be at least 0').max(SCORE_MAX, `must be at most ${SCORE_MAX}`)

const percent = (about: string) => z.number().nullable().describe(`${about} In percent of its first days.`)
const fatigue = z
  .strictObject({
    ctr_fall_percent: percent('How much lower the click rate of the last 7 days is.'),
    cost_rise_percent: percent('How much more a click costs.'),
    first_frequency: f.ratio_field('Impressions for each person and day in the first 7 days.'),
    frequency: f.ratio_field('Impressions for each person and day in the last 7 days.'),
    days_running: f.count_field('Days since its first impression, or since a read first showed an edit of it.'),
  })
  .describe(
    'The parts of fatigue_score: the last 7 days of the window against the creative’s own first 7 days. An edit that a read shows begins them again; another picture under the same id shows no edit.',
  )

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
    thumbnail_read_at: own_text()
      .nullable()
      .describe('When a read first brought this link. Later changes of the creative do not move it.'),
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
      while_small: ['fatigue', 'thumbnail_url', 'thumbnail_read_at'],
    },
  },
)

/** Ads are summed before they are joined with their creatives, because ads are few and their days are many. */
const of_ads = {
  of: f.on_platform(f.single_ads, 'mx_ads'),
  by: { connection_id: sql.ref('f.connection_id'), account_id: sql.ref('f.account_id'), ad_id: sql.ref('f.ad_id') },
  named: creative_names,
}
type AdLine = f.SummedLine<typeof of_ads>

interface CreativeLine {
  key: Pick<AdLine['key'], 'connection_id' | 'account_id' | 'creative_id' | 'account'>
  current: AdLine['current']
  previous: null
}

const keys_of = (lines: readonly CreativeLine[]) =>
  lines.flatMap(({ key }) => (key.creative_id === null ? [] : [key as CreativeKey]))

/** The sums of each creative, in the order of their keys. */
function by_creative(ads: readonly AdLine[]): CreativeLine[] {
  const lines = new Map<string, CreativeLine>()
  for (const { key, current } of ads) {
    const { connection_id, account_id, creative_id, account } = key
    const of = JSON.stringify([connection_id, account_id, creative_id])
    const line = lines.get(of) ?? {
      key: { connection_id, account_id, creative_id, account },
      current: null,
      previous: null,
    }
    lines.set(of, { ...line, current: current === null ? line.current : add(line.current ?? undefined, current) })
  }
  return [...lines].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line)
}

export const query_mx_creatives = tool({
  about:
    'Creatives of social campaigns in a period with a fatigue score, which shows worn-out ones, thumbnail, spend, clicks, conversions and ROAS.',
  keywords: {
    es: 'Meta Facebook Instagram creativos creatividades piezas imagen video miniatura fatiga desgaste anuncios quemados cansados renovar rendimiento clics',
    en: 'Meta Facebook Instagram creatives image video thumbnail ads fatigue worn out tired stale refresh performance clicks',
    pt: 'Meta Facebook Instagram criativos peças imagem vídeo miniatura anúncios fadiga desgaste saturado cansado renovar desempenho cliques',
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
    const { found, shared } = await f.answer(context, period, {
      found: { ...of_ads, selects_by_name: least !== undefined },
    })
    const all = by_creative(found.lines)
    const fatigues_of = (lines: readonly CreativeLine[]) =>
      fatigue_by_creative(context, period.current, found.sources, keys_of(lines))
    const highest = <Line extends CreativeLine>(lines: Line[]) => lines.toSorted(f.highest('spend')).slice(0, limit)
    // Without a least score, only the creatives that the answer can show need one.
    const scores = least === undefined ? undefined : await fatigues_of(all)
    const tired = scores && all.filter(({ key }) => (scores.get(id(key))?.score ?? -1) >= least!)
    const lines = highest(tired ?? all)
    const looks = await looks_of(context, keys_of(lines))
    const rows = lines.map(({ key, ...line }) => ({
      creative_id: key.creative_id,
      ...(key.creative_id === null ? { ...NO_LOOK, name: NOT_REPORTED } : (looks.get(id(key)) ?? NO_LOOK)),
      account: key.account,
      ...ad_figures.values(line, currency),
    }))
    const fatigues = scores ?? (await fatigues_of(lines.slice(0, creatives.shown_max(rows))))
    const with_fatigue = rows.map((row, at) => {
      const { score, ...parts } = fatigues.get(id(lines[at]!.key)) ?? NO_FATIGUE
      return { ...row, fatigue_score: score, fatigue: parts }
    })
    const matching = tired ?? all
    const sums = matching.flatMap(({ current }) => current ?? [])
    const of_tired = () => (sums.length > 0 ? sums.reduce((one, other) => add(one, other)) : zeros(of_ads.of.facts))
    const totals = tired && found.current ? of_tired() : found.current
    return ads_answer(creatives.of(with_fatigue, matching.length), { ...found, current: totals }, { shared, currency })
  },
})
