// The days of the last 90 on which a rule would have opened an alert, with the data as known today.
import { openings_of } from '#domain/alert_conditions.ts'
import { add_days } from '#domain/windows.ts'
import { type DayVerdict, dates, type Verdicts } from './verdicts.ts'

/** Days of the backtest. */
export const BACKTEST_DAYS = 90
/** More openings than this in 90 days are noise, which the answer says. */
export const OPENINGS_USUAL_MAX = 8

export async function would_have_fired(verdicts: Verdicts, today: string): Promise<string[]> {
  const checked: DayVerdict[] = []
  const { newest } = verdicts.days
  if (newest === null) return []
  for (const day of dates({ from: add_days(today, -BACKTEST_DAYS), to: newest })) checked.push(await verdicts.of(day))
  return openings_of(checked)
}
