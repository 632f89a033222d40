import { sql } from 'kysely'
import { z } from 'zod'
import { minor_digits } from '#domain/money.ts'
import { last_days, previous, type Window } from '#domain/windows.ts'
import { type Context, tool } from '#engine/tool.ts'
import { sum_facts } from '#figures/facts.ts'
import { type Counted, sources_of } from '#figures/sources.ts'
import { ads_wanted, store_facts, store_wanted } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'
import { type BreakdownItem, break_down, breakdown_channel } from '#tools/summary/breakdown.ts'
import { type CampaignFigures, campaigns_of } from '#tools/summary/campaigns.ts'

/** Decimals of a ratio's parts: finer than a ratio is shown elsewhere, so that small parts are not lost. */
const RATIO_PART_DIGITS = 6

const metrics = {
  roas: { unit: 'ratio', title: 'ROAS', about: 'what the ad platforms claim, divided by what the ads cost' },
  revenue: {
    unit: 'money',
    title: 'Claimed revenue',
    about: 'sales the ad platforms claim; claims of platforms overlap',
  },
  spend: { unit: 'money', title: 'Ad spend', about: 'what the ads cost' },
  store_revenue: { unit: 'money', title: 'Store revenue', about: 'orders of stores and marketplaces before refunds' },
} as const

type MetricName = keyof typeof metrics

export const diagnosticar_cambio = tool({
  about:
    'Why a figure changed against the period before: the change broken down by channel and campaign into parts that add up to it; for ROAS with mix (budget moved) and rate (performed differently).',
  keywords: {
    es: 'por qué bajó subió cayó aumentó caída subida causa motivo razón diagnóstico cambio variación explicar',
    en: 'why did it drop fall rise decrease increase cause reason explain diagnose change',
    pt: 'por que caiu subiu diminuiu aumentou queda alta causa motivo razão diagnóstico mudança variação explicar',
  },
  scopes: ['ads:read', 'analytics:read', 'ecommerce:read'],
  effect: 'read',
  picture: 'waterfall',
  input: {
    days_back: f.days_back,
    metric: z
      .enum(['roas', 'revenue', 'spend', 'store_revenue'])
      .default('roas')
      .describe('roas, claimed revenue or spend of the ad platforms; or store_revenue by traffic source.'),
  },
  result: {
    summary: f.text('What changed and what most of it comes from.'),
    window: f.window,
    previous_window: f.previous_window,
    metric: f.text('The figure, and what it means.'),
    currency: f.optional_text('Of amounts; null for ROAS.'),
    current: z.number().nullable(),
    previous: z.number().nullable(),
    change: z.number().nullable().describe('current less previous: the effects of all channels and rounding.'),
    change_percent: z.number().nullable(),
    channels: z.array(breakdown_channel).describe('Largest effect first.'),
    rounding: z
      .number()
      .nullable()
      .describe('What rounding the parts leaves over, so that everything adds up to change.'),
    ...f.provenance,
  },
  example: { days_back: 30, metric: 'roas' },
  async run({ days_back, metric }, context) {
    const current = last_days(days_back, context.today)
    const before = previous(current)
    const { currency } = context.org
    const { unit, about } = metrics[metric]
    const wanted = metric === 'store_revenue' ? store_wanted : ads_wanted
    const sources = await sources_of(context, wanted)
    const ask = { current, previous: before, counted: sources.counted }
    const { items, fx } =
      metric === 'store_revenue' ? await store_items(context, ask) : await ad_items(context, metric, ask)
    const known = {
      current: is_known(
        items.map(({ in_current }) => in_current),
        sources.zero_is_real(current),
      ),
      previous: is_known(
        items.map(({ in_previous }) => in_previous),
        sources.zero_is_real(before),
      ),
    }
    const digits = unit === 'money' ? minor_digits(currency) : RATIO_PART_DIGITS
    const broken = break_down(items, { digits, known })
    return {
      summary: sentence(metric, broken, unit === 'money' ? currency : null),
      window: f.window_on_wire(current, context),
      previous_window: f.window_on_wire(before, context),
      metric: `${metric}: ${about}`,
      currency: unit === 'money' ? currency : null,
      ...broken,
      ...sources.on_wire,
      notes: [
        ...f.absent_note(sources, wanted === store_wanted ? 'store or marketplace' : 'ad platform'),
        ...sources.notes(current),
        ...fx.notes(context),
      ],
    }
  },
})

interface Compared {
  current: Window
  previous: Window
  counted: Counted
}

async function ad_items(context: Context, metric: Exclude<MetricName, 'store_revenue'>, ask: Compared) {
  const { campaigns, fx } = await campaigns_of(context, ask)
  const items = campaigns.map(({ platform, name, current, previous }): BreakdownItem => {
    const sides = (name: 'spend' | 'conversion_value') => ({
      current: current?.[name] ?? 0n,
      previous: previous?.[name] ?? 0n,
    })
    const spend = sides('spend')
    const claimed = sides('conversion_value')
    return {
      channel: platform,
      campaign: name,
      over: metric === 'spend' ? spend : claimed,
      under: metric === 'roas' ? spend : undefined,
      in_current: has_amounts(current),
      in_previous: has_amounts(previous),
    }
  })
  return { items, fx }
}

const is_known = (each: (boolean | null)[], zero_is_real: boolean) =>
  each.includes(true) || (zero_is_real && !each.includes(null))

/** null where there are amounts but no exchange rate for them. */
const has_amounts = (of: CampaignFigures | null) =>
  of === null ? false : of.spend === null || of.conversion_value === null ? null : true

async function store_items(context: Context, ask: Compared) {
  const by = { source: sql`f.utm_source`, medium: sql`f.utm_medium`, campaign: sql`f.utm_campaign` }
  const { lines, fx } = await sum_facts(context, store_facts, { ...ask, by })
  const items = lines.map(
    ({ key, current, previous }): BreakdownItem => ({
      channel: [key.source, key.medium].filter((part) => part !== null).join(' / ') || 'direct or unknown',
      campaign: key.campaign ?? 'no campaign',
      over: { current: current?.revenue ?? 0n, previous: previous?.revenue ?? 0n },
      in_current: current?.revenue === null ? null : current !== undefined,
      in_previous: previous?.revenue === null ? null : previous !== undefined,
    }),
  )
  return { items, fx }
}

function sentence(
  metric: MetricName,
  { current, previous, change, change_percent, channels }: ReturnType<typeof break_down>,
  currency: string | null,
) {
  const name = metrics[metric].title
  const written = (value: number) => (currency ? f.money_text(value, currency) : String(value))
  const signed = (value: number) => `${value > 0 ? '+' : ''}${written(value)}`
  if (current === null || previous === null || change === null)
    return `The change of ${name} is not known: one of the periods has no figures; see notes.`
  if (change === 0) return `${name} did not change: ${written(current)} in both periods.`
  const percent = change_percent === null ? '' : ` (${change_percent > 0 ? '+' : ''}${change_percent}%)`
  const what = `${name} ${change > 0 ? 'rose' : 'fell'} from ${written(previous)} to ${written(current)}${percent}.`
  const parts = channels.flatMap(({ channel, campaigns }) =>
    campaigns.map(({ campaign, effect }) => ({ name: `${campaign} (${channel})`, effect: effect ?? 0 })),
  )
  const leading = parts
    .filter(({ effect }) => effect !== 0)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect))
    .slice(0, 2)
  if (leading.length === 0) return what
  return `${what} The largest effects: ${leading.map(({ name, effect }) => `${name} ${signed(effect)}`).join(', ')}.`
}
