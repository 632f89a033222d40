// The period of the page: from its address, in the organization's dates.
import { use_org } from '../shell/org.ts'
import { use_address_filter } from './address_filter.ts'
import { today_in } from './days.ts'
import { type PeriodChoice, type ReadPeriod, read_period, type Windows, windows_of, written_period } from './period.ts'

export interface PagePeriod extends Windows {
  choice: ReadPeriod
  today: string
  change: (choice: Partial<PeriodChoice>) => void
}

export function use_period(): PagePeriod {
  const { time_zone } = use_org()
  const today = today_in(time_zone)
  const [address, change] = use_address_filter(['period', 'compare', 'v'])
  const choice = read_period(address, today)
  const { period, compare } = choice
  return {
    choice,
    today,
    ...windows_of(choice, today),
    change: (changes) => change({ ...written_period({ period, compare, ...changes }) }),
  }
}
