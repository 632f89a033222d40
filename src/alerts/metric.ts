// The metric of an alert rule: a name of the metric catalog, or a short name with a platform. All figures come from query_data's reader.
import { sql } from 'kysely'
import { nearest_of } from '#domain/nearest.ts'
import { platform_keys } from '#domain/platforms.ts'
import { refuse } from '#engine/outcomes.ts'
import type { FigureContext } from '#engine/tool.ts'
import { find_dimension, find_metric, find_relation, find_whole, known_catalog } from '#figures/metrics/catalog.ts'
import { is_of_a_day } from '#figures/metrics/metric_query.ts'
import type { MetricQuestion } from '#figures/metrics/question.ts'
import { has_zeros } from '#figures/metrics/zeros.ts'

/** More days than any series has. */
const ROWS_MAX = 1_000

export interface AlertMetric {
  /** source.metric */
  name: string
  unit: MetricQuestion['metric']['unit']
  /** True: values of days add up to the value of several days. */
  adds_up: boolean
  /** True: several days have no value. */
  is_of_a_day: boolean
  /** True: a day without rows has the value 0 if the day is known. */
  has_zeros: boolean
  by_day: MetricQuestion
  whole: MetricQuestion
}

/** Finds the metric. Refuses unknown names with the nearest one. */
export async function find_alert_metric(
  context: FigureContext,
  { metric: asked, platform }: { metric: string; platform: string | null },
): Promise<AlertMetric> {
  const catalog = await known_catalog(context)
  const sources = platform === null ? catalog : catalog.filter((of) => of.platforms.includes(known_platform(platform)))
  if (sources.length === 0) refuse(`${platform} has no metrics by day. get_data_catalog shows which platforms have.`)
  const found = find_metric(sources, asked)
  const { metric } = found
  const source = platform === null ? found.source : { ...found.source, platforms: [platform] }
  const date = find_dimension(catalog, source, 'date')
  const question = (dimensions: MetricQuestion['dimensions']): MetricQuestion => {
    const relation = find_relation(source, metric, dimensions)
    const whole = find_whole(source, metric, relation, [])
    return { source, metric, relation, whole, dimensions, conditions: [], texts: [], where: sql`true`, limit: ROWS_MAX }
  }
  const by_day = question([date])
  // Rows without a connection do not belong to one platform.
  if (
    platform !== null &&
    found.source.platforms.length > 1 &&
    !source.columns[by_day.relation]?.includes('connection_id')
  )
    refuse(`${source.source}.${metric.metric} is not known by platform. Leave platform out.`)
  return {
    name: `${source.source}.${metric.metric}`,
    unit: metric.unit,
    adds_up: metric.kind === 'sum',
    is_of_a_day: is_of_a_day(metric),
    has_zeros: has_zeros(metric),
    by_day,
    whole: question([]),
  }
}

function known_platform(platform: string): string {
  if ((platform_keys as string[]).includes(platform)) return platform
  const near = nearest_of(platform, platform_keys)
  refuse(
    `There is no platform '${platform.slice(0, 40)}'.${near ? ` Did you mean '${near}'?` : ''} Platforms: ${platform_keys.join(', ')}.`,
  )
}
