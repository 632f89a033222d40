// Totals that platforms give for the present only, such as followers. A day's total of several accounts is whole where each has one.
import { exact_count } from '#domain/exact.ts'
import type { Metric } from '#figures/metrics/catalog.ts'
import { named_values } from '#figures/metrics/filters.ts'
import type { CountedQuestion, MetricQuestion } from '#figures/metrics/question.ts'
import type { SourceGroup, Sources } from '#figures/sources/sources.ts'
import { type Message, message } from '#messages/message.ts'

/** Their columns, each with the table that their stream fills. Other streams fill the rest of the relation. */
const TABLE_OF: Readonly<Record<string, string>> = { followers: 'social_follower_daily' }

/** Number of accounts that state the total. */
export const STATED = 'accounts_with_total'

export const is_present_total = ({ column_name }: Metric) =>
  column_name !== null && Object.hasOwn(TABLE_OF, column_name)

/** The tables of such a total, whose rows say which days are known. */
export const tables_of_present = (metric: Metric): Pick<SourceGroup, 'tables' | 'is_known_by_rows'> | undefined =>
  is_present_total(metric) ? { tables: [TABLE_OF[metric.column_name!]!], is_known_by_rows: true } : undefined

/** True for sums of a day that lack the total of an account. Rows of single accounts lack none. */
export function lacks_totals(
  of: Sources,
  { metric, dimensions, texts }: MetricQuestion,
): CountedQuestion['lacks_totals'] {
  const is_single = !is_present_total(metric) || dimensions.some(({ dimension }) => dimension === 'account')
  const [accounts, platforms] = [named_values(texts, 'account'), named_values(texts, 'platform')]
  return (key, figures, day) => {
    if (is_single) return false
    const named = key.platform == null ? (platforms ?? [undefined]) : [String(key.platform)]
    const count = accounts?.length ?? named.reduce((sum, platform) => sum + of.account_count(day, platform), 0)
    return (figures[STATED] ?? 0n) < exact_count(count)
  }
}

/** Days whose totals are null because some account has none. */
export const lacking_notes = (days: number): Message[] =>
  days > 0 ? [message('totals.of_some_accounts', { count: days })] : []
