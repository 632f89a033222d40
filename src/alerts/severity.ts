// The severity of an alert follows the money a day that is at stake. Figures without money are warnings.
import type { Verdict } from '#domain/alert_conditions.ts'
import type { Severity } from '#engine/notifications/notify.ts'
import type { FigureContext } from '#engine/tool.ts'
import { severity_of_amount } from '#figures/subjects/severity.ts'
import type { AlertMetric } from './metric.ts'

export async function severity_of(
  context: FigureContext,
  { unit }: AlertMetric,
  { value, expected }: Verdict,
): Promise<Severity> {
  if (unit !== 'money') return 'warning'
  const difference = value - (expected ?? 0n)
  return severity_of_amount(context, difference < 0n ? -difference : difference)
}
