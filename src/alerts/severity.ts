// The severity of an alert follows the money a day that is at stake. Figures without money are warnings, and so are averages such as the
// cost of a click.
import { type AlertTerms, type Verdict, window_days } from '#domain/alert_conditions.ts'
import type { Severity } from '#engine/notifications/notify.ts'
import type { FigureContext } from '#engine/tool.ts'
import { severity_of_amount } from '#figures/subjects/severity.ts'
import type { AlertMetric } from './metric.ts'

export async function severity_of(
  context: FigureContext,
  { unit, adds_up }: AlertMetric,
  terms: AlertTerms,
  { value, expected }: Verdict,
): Promise<Severity> {
  if (unit !== 'money' || !adds_up) return 'warning'
  const difference = value - (expected ?? 0n)
  const of_a_day = difference / BigInt(window_days(terms))
  return severity_of_amount(context, of_a_day < 0n ? -of_a_day : of_a_day)
}
