// The days of the last 90 on which a rule would have opened an alert, with the data as known today.
import { openings_of } from '#domain/alert_conditions.ts'
import { add_days } from '#domain/windows.ts'
import { type DayVerdict, dates, type Verdicts } from './verdicts.ts'

/** Days of the backtest. */
export const BACKTEST_DAYS = 90
/** More openings than this in 90 days are noise, which the answer says. */
export const OPENINGS_USUAL_MAX = 8

export interface Backtest {
  /** Days on which an alert would have opened. */
  opened: string[]
  /** Number of days whose figures are known. Nothing is known about the others. */
  checked: number
}

export async function backtest(verdicts: Verdicts, today: string): Promise<Backtest> {
  const checked: DayVerdict[] = []
  const { newest } = verdicts.days
  if (newest === null) return { opened: [], checked: 0 }
  for (const day of dates({ from: add_days(today, -BACKTEST_DAYS), to: newest })) checked.push(await verdicts.of(day))
  return { opened: openings_of(checked), checked: checked.filter(({ verdict }) => verdict !== null).length }
}
