// The severity of an alert follows the money a day that is at stake. Figures without money are warnings.
import type { Verdict } from '#domain/alert_conditions.ts'
import { type Exact, exact, exact_ratio, ONE } from '#domain/exact.ts'
import type { Severity } from '#engine/notifications/notify.ts'
import type { FigureContext } from '#engine/tool.ts'
import type { AlertMetric } from './metric.ts'

/** Euros a day from which an alert is a warning, and critical. */
const WARNING_EUR = 20n * ONE
const CRITICAL_EUR = 500n * ONE

export async function severity_of(
  context: FigureContext,
  { unit }: AlertMetric,
  { value, expected }: Verdict,
): Promise<Severity> {
  if (unit !== 'money') return 'warning'
  const difference = value - (expected ?? 0n)
  const euros = await in_euros(context, difference < 0n ? -difference : difference)
  if (euros === null) return 'warning'
  return euros >= CRITICAL_EUR ? 'critical' : euros >= WARNING_EUR ? 'warning' : 'info'
}

/** The amount at the newest public rate. null: there is none. */
async function in_euros({ db, org, today }: FigureContext, amount: Exact): Promise<Exact | null> {
  if (org.currency === 'EUR') return amount
  const rate = await db
    .selectFrom('fx_rates')
    .select('per_eur')
    .where('currency', '=', org.currency)
    .where('date', '<=', today)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return rate ? exact_ratio(amount, exact(String(rate.per_eur))) : null
}
