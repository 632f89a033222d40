import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type Exact, exact_ratio } from '#domain/exact.ts'
import { last_days, previous, type Window } from '#domain/windows.ts'
import { type Context, tool } from '#engine/tool.ts'
import { type Figures, known, ranked_facts, sum_facts } from '#figures/facts.ts'
import { type Counted, sources_of } from '#figures/sources.ts'
import { seo_facts, seo_page_facts, seo_query_facts, seo_wanted } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'

/** Pages and queries shown. */
const TOP = 10

const top = {
  clicks: z.number(),
  previous_clicks: z.number(),
  impressions: z.number(),
  ctr: z.number().nullable(),
  position: z.number().nullable(),
}

export const revisar_seo = tool({
  about:
    'Organic search of the period: clicks, impressions, CTR and position against the period before, top pages and queries.',
  keywords: {
    es: 'revisar SEO posicionamiento orgánico salud oportunidades búsqueda google páginas palabras que suben y bajan',
    en: 'SEO review health organic search opportunities gaining losing winners losers',
    pt: 'revisar SEO posicionamento orgânico saúde oportunidades busca google páginas palavras que sobem e caem',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: { days_back: f.days_back },
  result: {
    summary: f.text('What the figures mean.'),
    window: f.window,
    previous_window: f.previous_window,
    clicks: f.compared('Clicks of the whole site.'),
    impressions: f.compared('Times the site was shown.'),
    ctr: f.compared('clicks divided by impressions.'),
    position: f.compared('Average position, weighted by impressions; 1 is the top, so a fall is good.'),
    top_pages: z.array(z.strictObject({ page: z.string(), ...top })).describe('Most clicks first.'),
    top_queries: z
      .array(z.strictObject({ query: z.string(), ...top }))
      .describe('Most clicks first. The platform hides rare queries, so these add up to less than clicks.'),
    ...f.provenance,
  },
  example: { days_back: 28 },
  async run({ days_back }, context) {
    const current = last_days(days_back, context.today)
    const before = previous(current)
    const sources = await sources_of(context, {
      ...seo_wanted,
      tables: ['seo_daily', 'seo_query_daily', 'seo_page_daily'],
    })
    const ask: Ask = { current, previous: before, counted: sources.counted }
    const { lines } = await sum_facts(context, seo_facts, ask)
    const now = known(seo_facts, lines[0]?.current, sources.zero_is_real(current))
    const then = known(seo_facts, lines[0]?.previous, sources.zero_is_real(before))
    const line = (unit: f.Unit, of: (figures: SeoFigures) => Exact | null) =>
      f.compare(now && of(now), then && of(then), unit, context.org.currency)
    const clicks = line('count', (figures) => figures.clicks)
    const position = line('ratio', position_of)
    const pages = await top_of(context, seo_page_facts, sql`f.page`, ask)
    const queries = await top_of(context, seo_query_facts, sql`f.query`, ask)
    return {
      summary: sentence(clicks, position, queries[0]),
      window: f.window_on_wire(current, context),
      previous_window: f.window_on_wire(before, context),
      clicks,
      impressions: line('count', (figures) => figures.impressions),
      ctr: line('ratio', (figures) => exact_ratio(figures.clicks, figures.impressions)),
      position,
      top_pages: pages.map(({ name, ...of }) => ({ page: name, ...of })),
      top_queries: queries.map(({ name, ...of }) => ({ query: name, ...of })),
      ...sources.on_wire,
      notes: [...f.absent_note(sources, 'organic search platform'), ...sources.notes(current)],
    }
  },
})

type SeoFigures = Figures<never, 'clicks' | 'impressions' | 'position_weighted'>
interface Ask {
  current: Window
  previous: Window
  counted: Counted
}

const position_of = ({ position_weighted, impressions }: SeoFigures) => exact_ratio(position_weighted, impressions)

async function top_of(context: Context, facts: typeof seo_facts, key: RawBuilder<unknown>, ask: Ask) {
  const by = { name: key }
  const order = sql`s.clicks desc, s.impressions desc, s.name`
  const { previous: before, ...current } = ask
  const { rows } = await ranked_facts(context, facts, { ...current, by }, { order, limit: TOP })
  const names = rows.map(({ key }) => String(key.name))
  const { lines } = await sum_facts(context, facts, {
    ...ask,
    previous: before,
    by,
    where: sql`${key} = any(${names})`,
  })
  return names.flatMap((name) => {
    const line = lines.find(({ key }) => key.name === name)
    if (!line?.current) return []
    const { clicks, impressions } = line.current
    const count = (value: Exact) => f.number_of(value, 'count', context.org.currency) ?? 0
    return [
      {
        name,
        clicks: count(clicks),
        previous_clicks: count(line.previous?.clicks ?? 0n),
        impressions: count(impressions),
        ctr: f.ratio_or_null(exact_ratio(clicks, impressions)),
        position: f.ratio_or_null(position_of(line.current)),
      },
    ]
  })
}

function sentence(
  clicks: ReturnType<typeof f.compare>,
  position: ReturnType<typeof f.compare>,
  best: { name: string; clicks: number } | undefined,
): string {
  if (clicks.current === null) return 'No figures are known for this period; see notes.'
  const parts = [`${f.count_text(clicks.current)} clicks from organic search${f.change_text(clicks.change_percent)}`]
  if (position.current !== null) parts.push(`average position ${position.current}`)
  if (best) parts.push(`the query '${best.name}' brought the most, ${f.count_text(best.clicks)} clicks`)
  return `Against the period before: ${parts.join('; ')}.`
}
