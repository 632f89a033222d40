import { sql } from 'kysely'
import { z } from 'zod'
import { count_number, exact_count, money_or_null } from '#domain/exact.ts'
import { platforms_of } from '#domain/platforms.ts'
import { tool } from '#engine/tool.ts'
import { add, type Figures, known, sum_facts } from '#figures/facts.ts'
import { sources_of } from '#figures/sources.ts'
import { web_facts, web_source_facts } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'

const sums = {
  sessions: f.count_field('Visits.'),
  conversions: f.count_field('Key events.'),
  purchases: f.count_field('Purchases the site reported.'),
  revenue: f.amount('Revenue the site reported; the store’s own figure is in query_orders.'),
}

export const query_analytics = tool({
  about:
    'Daily web analytics, newest day first: sessions, users, conversions and revenue; of all traffic or of one source.',
  keywords: {
    es: 'tráfico web visitas sesiones usuarios por día canal fuente sitio página analítica orgánico directo',
    en: 'website traffic visits visitors daily channel site web analytics organic direct',
    pt: 'tráfego web visitas sessões usuários por dia canal fonte site página analítica orgânico direto',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: {
    date_from: f.date_from,
    date_to: f.date_to,
    limit: f.limit(50),
    traffic_source: f
      .search_text('Only this source (for example google) or channel (for example Organic Search), in any case.')
      .optional(),
  },
  result: {
    window: f.window,
    currency: f.currency,
    totals: z.strictObject(sums).describe('Of all days; users are not among them, because days do not add up.'),
    days: z.array(
      z.strictObject({
        date: z.string(),
        ...sums,
        users: f.count_field('Different people of the day; not known where the source came by several ways.'),
      }),
    ),
    ...f.listing,
    ...f.provenance,
  },
  example: { limit: 7 },
  async run({ limit, traffic_source, ...dates }, context) {
    const { currency } = context.org
    const window = f.window_of(dates, context)
    const wanted = { platforms: platforms_of('analytics'), tables: [traffic_source ? 'web_source_daily' : 'web_daily'] }
    const sources = await sources_of(context, wanted)
    const ask = { current: window, counted: sources.counted, by: { date: sql`f.date` } }
    const facts = traffic_source ? web_source_facts : web_facts
    const where = traffic_source
      ? sql`(lower(f.source) = lower(${traffic_source}) or lower(f.channel) = lower(${traffic_source}))`
      : undefined
    const { lines, fx } = await sum_facts(context, facts, { ...ask, where })
    const days = lines.flatMap(({ key, current }) => (current ? [{ date: String(key.date), of: current }] : []))
    days.sort((a, b) => (a.date < b.date ? 1 : -1))
    const sum = days.reduce<(typeof days)[number]['of'] | undefined>((all, { of }) => add(all, of), undefined)
    const total = known(facts, sum, sources.zero_is_real(window))
    const shown = (of: Sums) => ({
      sessions: count_number(of.sessions),
      conversions: count_number(of.conversions),
      purchases: count_number(of.purchases),
      revenue: money_or_null(of.revenue, currency),
    })
    const rows = days.slice(0, limit).map(({ date, of }) => ({
      date,
      ...shown(of),
      users: of.user_rows === exact_count(1) || !traffic_source ? count_number(of.users) : null,
    }))
    const unknown = { sessions: null, conversions: null, purchases: null, revenue: null }
    return {
      window: f.window_on_wire(window, context),
      currency,
      totals: total ? shown(total) : unknown,
      ...f.listing_of('days', rows, days.length, 'Ask for fewer days.'),
      ...sources.on_wire,
      notes: [
        ...f.absent_note(sources, 'web analytics'),
        ...sources.notes(window),
        ...fx.notes(context),
        ...f.sampled_note(total?.sampled_days ?? 0n),
      ],
    }
  },
})

type Sums = Figures<'revenue', 'sessions' | 'conversions' | 'purchases'>
