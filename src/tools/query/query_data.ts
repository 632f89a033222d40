import { sql } from 'kysely'
import { z } from 'zod'
import { count_number, type Exact, money_number } from '#domain/exact.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { find_dimension, find_metric, find_relation, read_catalog } from '#figures/catalog.ts'
import { filter_sql, read_filter } from '#figures/filters.ts'
import { ask_metric } from '#figures/metric_query.ts'
import { type Sources, sources_of } from '#figures/sources.ts'
import * as f from '#tools/fields.ts'

const DIMENSIONS_MAX = 6
const FILTERS_MAX = 20
const NAME_CHARS_MAX = 100

export const query_data = tool({
  about:
    'One metric of one source, grouped by dimensions and filtered, over any dates. get_data_catalog lists metrics and dimensions; those of different sources cannot be mixed.',
  keywords: {
    es: 'métrica por dimensión agrupar desglosar filtrar serie diaria semanal mensual país dispositivo utm cualquier',
    en: 'any metric group by breakdown slice filter time series daily weekly monthly country device',
    pt: 'métrica por dimensão agrupar detalhar filtrar série diária semanal mensal país dispositivo utm qualquer',
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
        'Conditions by dimension: {"utm_source": "google"}, a list of values, {"gte", "lte", "gt", "lt"} or {"contains": "text"}.',
      ),
    date_from: f.date_from,
    date_to: f.date_to,
  },
  result: {
    metric: f.text('The metric, with its source.'),
    description: f.text('What it is.'),
    unit: z.enum(['money', 'count', 'ratio', 'position']),
    currency: f.optional_text('Reporting currency where unit is money.'),
    window: f.window,
    total_value: z
      .number()
      .nullable()
      .describe(
        'Value of everything that matches, whatever the rows shown; null where it is not known or does not add up.',
      ),
    rows: z
      .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
      .describe('One row a group: its dimensions and value.'),
    ...f.listing,
    ...f.provenance,
  },
  example: { metric: 'store.revenue', dimensions: ['date'] },
  async run({ metric: asked, dimensions: names = [], filters = {}, ...dates }, context) {
    const window = f.window_of(dates, context)
    const catalog = await read_catalog(context)
    const { source, metric } = find_metric(catalog, asked)
    const dimensions = [...new Set(names.map((name) => find_dimension(catalog, source, name)))]
    const given = Object.entries(filters)
    if (given.length > FILTERS_MAX) refuse(`${given.length} filters are too many; at most ${FILTERS_MAX}.`)
    const conditions = given.map(([name, value]) => {
      const dimension = find_dimension(catalog, source, name)
      return { dimension, condition: filter_sql(dimension, read_filter(name, value)) }
    })
    if (metric.kind === 'daily' && window.days > 1 && !dimensions.some(({ type }) => type === 'day'))
      refuse(`${source.source}.${metric.metric} does not add up over days: add the dimension date, or ask for one day.`)
    const used = [...dimensions, ...conditions.map(({ dimension }) => dimension)]
    const relation = find_relation(source, metric, used)
    const sources = source.platforms.length > 0 ? await sources_of(context, source) : null
    const { rows, total_rows, total, fx } = await ask_metric(context, {
      source,
      metric,
      relation,
      dimensions,
      where: sql.join([sql`true`, ...conditions.map(({ condition }) => condition)], sql` and `),
      window,
      counted: sources?.counted ?? null,
      limit: f.LIMIT_MAX,
    })
    const write = writer(metric.unit, context.org.currency)
    const zero = metric.kind === 'ratio' || !(sources === null || sources.zero_is_real(window)) ? null : 0n
    return {
      metric: `${source.source}.${metric.metric}`,
      description: metric.description,
      unit: metric.unit,
      currency: metric.unit === 'money' ? context.org.currency : null,
      window: f.window_on_wire(window, context),
      total_value: write(total === undefined ? zero : total),
      ...f.listing_of(
        'rows',
        rows.map(({ key, value }) => ({ ...key, value: write(value) })),
        total_rows,
        'Filter, ask for fewer days, or group by week or month instead of date.',
      ),
      ...(sources?.on_wire ?? { sources: [], as_of: null, settled_until: null }),
      notes: [...notes_of(sources, source.title), ...(sources?.notes(window) ?? []), ...fx.notes(context)],
    }
  },
})

const notes_of = (sources: Sources | null, title: string) =>
  sources ? f.absent_note(sources, `source of '${title}'`) : []

function writer(unit: string, currency: string) {
  const write =
    unit === 'money'
      ? (value: Exact) => money_number(value, currency)
      : unit === 'count'
        ? count_number
        : f.ratio_number
  return (value: Exact | null) => (value === null ? null : write(value))
}
