import { sql } from 'kysely'
import { z } from 'zod'
import { LIMIT_MAX, listed } from '#engine/lists.ts'
import { refuse } from '#engine/outcomes.ts'
import { own_text, public_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { find_dimension, find_metric, find_relation, find_whole, known_catalog } from '#figures/metrics/catalog.ts'
import { filter_sql, read_filter, text_filter } from '#figures/metrics/filters.ts'
import { is_of_a_day, metric_answer } from '#figures/metrics/metric_query.ts'
import type { MetricRow } from '#figures/metrics/question.ts'
import { days_asked } from '#figures/metrics/time_filters.ts'
import { total_field, with_total } from '#figures/sources/totals.ts'

const DIMENSIONS_MAX = 6
const FILTERS_MAX = 20
const NAME_CHARS_MAX = 100

const rows = listed(
  'rows',
  z.record(own_text(), z.union([public_text(), z.number(), z.boolean(), z.null()])),
  'Filter, ask for fewer days, or group by week or month instead of date.',
  'One row a group: its dimensions and value. (others) is what a truncated list leaves out; (not reported at this level) is what total_value has and the groups lack.',
)

export const query_data = tool({
  about:
    'One metric of one source, grouped by dimensions and filtered, over any dates. get_data_catalog lists metrics and dimensions; those of different sources cannot be mixed.',
  keywords: {
    es: 'métrica por dimensión desglose agrupado por país por semana por mes por canal por día evolución gráfico clientes nuevos y recurrentes ventas gasto visitas',
    en: 'metric by dimension breakdown grouped by country by week by month by channel daily trend over time chart new and returning customers sales spend visits',
    pt: 'métrica por dimensão detalhar agrupado por país por semana por mês por canal por dia evolução gráfico clientes novos e recorrentes vendas gasto visitas',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {
    metric: z
      .string()
      .min(1)
      .max(NAME_CHARS_MAX)
      .describe('source.metric, for example store.revenue; or the metric alone where only one source has it.'),
    dimensions: z
      .array(z.string().min(1).max(NAME_CHARS_MAX))
      .max(DIMENSIONS_MAX, `must be at most ${DIMENSIONS_MAX}`)
      .optional()
      .describe('What to group by, for example ["date", "utm_source"]. Without them: one value.'),
    filters: z
      .record(z.string().max(NAME_CHARS_MAX), z.unknown())
      .optional()
      .describe(
        'Conditions by dimension: {"utm_source": "google"}, a list of values, {"gte", "lte", "gt", "lt"} or {"contains": "text"}. Texts in any case.',
      ),
    ...f.dates,
  },
  result: {
    metric: own_text().describe('The metric, with its source.'),
    description: own_text().describe('What it is.'),
    unit: z.enum(['money', 'count', 'ratio', 'position']),
    currency: own_text().nullable().describe('Reporting currency where unit is money.'),
    ...f.period_fields,
    total_value: z
      .number()
      .nullable()
      .describe(
        'Value of everything that matches, whatever the rows shown; null where it is not known or does not add up.',
      ),
    ...rows.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { metric: 'store.revenue', dimensions: ['date'] },
  async run({ metric: asked, dimensions: names = [], filters = {}, ...dates }, context) {
    const period = f.period_of(dates, context)
    const catalog = await known_catalog(context)
    const { source, metric } = find_metric(catalog, asked)
    const dimensions = [...new Set(names.map((name) => find_dimension(catalog, source, name)))]
    const given = Object.entries(filters)
    if (given.length > FILTERS_MAX) refuse(`${given.length} filters are too many; at most ${FILTERS_MAX}.`)
    const conditions = given.map(([name, value]) => {
      const dimension = find_dimension(catalog, source, name)
      const filter = read_filter(name, value)
      return { dimension, filter, condition: filter_sql(dimension, filter), texts: text_filter(dimension, filter) }
    })
    if (is_of_a_day(metric) && period.current.days > 1 && !dimensions.some(({ type }) => type === 'day'))
      refuse(`${source.source}.${metric.metric} does not add up over days: add the dimension date, or ask for one day.`)
    const filtered = conditions.map(({ dimension }) => dimension)
    const relation = find_relation(source, metric, [...dimensions, ...filtered])
    const whole = find_whole(source, metric, relation, filtered)
    const texts = conditions.flatMap((of) => of.texts)
    const where = sql.join([sql`true`, ...conditions.map(({ condition }) => condition)], sql` and `)
    const only_days = days_asked(conditions, period.current)
    const question = {
      source,
      metric,
      relation,
      whole,
      dimensions,
      conditions,
      texts,
      where,
      only_days,
      limit: LIMIT_MAX,
    }
    const found = await metric_answer(context, period, question)
    const row = ({ key, value }: MetricRow) => ({ ...key, value: found.shown(value) })
    return {
      metric: `${source.source}.${metric.metric}`,
      description: metric.description,
      unit: metric.unit,
      currency: metric.unit === 'money' ? context.org.currency : null,
      total_value: found.shown(found.total),
      ...with_total(
        rows.of(found.rows.map(row), found.total_rows, (shown) => {
          const others = found.others(shown)
          return others && row(others)
        }),
        found.known,
      ),
      ...found.shared,
    }
  },
})
