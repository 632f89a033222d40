// How severe an amount is that is at stake each day.
import { type Exact, exact, exact_ratio, ONE } from '#domain/exact.ts'
import type { Severity } from '#engine/notifications/notify.ts'
import type { FigureContext } from '#engine/tool.ts'

/** Euros a day from which an alert is a warning, and critical. */
const WARNING_EUR = 20n * ONE
const CRITICAL_EUR = 500n * ONE

/** `amount`: of a day, in the reporting currency. Without an exchange rate it is a warning. */
export async function severity_of_amount(context: FigureContext, amount: Exact): Promise<Severity> {
  const euros = await in_euros(context, amount)
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
