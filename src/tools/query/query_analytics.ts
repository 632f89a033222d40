import { sql } from 'kysely'
import { z } from 'zod'
import { exact_count } from '#domain/exact.ts'
import { limit, listed, search_text } from '#engine/lists.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { OTHERS, rest_of } from '#figures/rest.ts'
import { total_field, with_total } from '#figures/sources/totals.ts'

const sums = f.figures({
  sessions: f.count('Visits.'),
  conversions: f.count('Key events.'),
  purchases: f.count('Purchases the site reported.'),
  revenue: f.money('Revenue the site reported; the store’s own figure is in query_orders.'),
})
const of_day = f.figures({
  users: f.count(
    'Different people of the day; not known where the source came by several ways, or where there are several properties.',
  ),
})

const days = listed(
  'days',
  z.strictObject({
    date: own_text().describe(`Or ${OTHERS}: all further days together.`),
    ...sums.fields,
    ...of_day.fields,
  }),
  'Ask for fewer days.',
)

export const query_analytics = tool({
  about:
    'Daily web analytics, newest day first: sessions, users, conversions and revenue; of all traffic or of one source.',
  keywords: {
    es: 'tráfico visitas sesiones usuarios de la web página Google Analytics por día fuente canal conversiones',
    en: 'website traffic visits sessions users Google Analytics daily source channel conversions',
    pt: 'tráfego visitas sessões usuários do site página Google Analytics por dia fonte canal conversões',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: {
    ...f.dates,
    limit: limit(50),
    traffic_source: search_text(
      'Only this source (for example google) or channel (for example Organic Search), in any case.',
    ).optional(),
  },
  result: {
    ...f.period_fields,
    currency: f.currency,
    totals: z.strictObject(sums.fields).describe('Of all days; users are not among them, because days do not add up.'),
    ...days.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { limit: 7 },
  async run({ limit, traffic_source, ...dates }, context) {
    const { currency } = context.org
    const columns = [sql`f.source`, sql`f.channel`]
    const of_source = traffic_source && {
      of: f.web_by_source,
      where: sql`(lower(f.source) = lower(${traffic_source}) or lower(f.channel) = lower(${traffic_source}))`,
      named_text: { name: 'traffic_source', value: traffic_source, columns },
    }
    const { found, shared } = await f.answer(context, f.period_of(dates, context), {
      found: { ...(of_source || { of: f.web }), by: { date: sql`f.date` } },
    })
    /** The platform counts a person once in each row. So the users of several sources or properties cannot be added up. */
    const is_one_row = (rows: bigint | null | undefined) => rows === exact_count(1)
    const newest = found.lines.toReversed().slice(0, limit)
    const rest_after = (shown: number) => {
      const rest = rest_of(found.current, newest.slice(0, shown))
      return rest ? { date: OTHERS, ...sums.values(rest, currency), users: null } : undefined
    }
    return {
      totals: sums.values(found, currency),
      ...with_total(
        days.of(
          newest.map((line) => ({
            date: String(line.key.date),
            ...sums.values(line, currency),
            users: is_one_row(line.current?.user_rows) ? of_day.values(line, currency).users : null,
          })),
          found.total,
          rest_after,
        ),
        found.current,
      ),
      ...shared,
    }
  },
})
