// The euro's daily reference rates as the European Central Bank publishes them: TARGET business days only, at about 16:00 in Frankfurt.
import { add_days, day_number, days_from, weekday } from './calendar.ts'
import { chance } from './random.ts'
import type { Day, Fx, Instant } from './types.ts'

/** One currency: its published decimals, its rate for one euro on every 1 January from 2016 on, and how far it varies between. */
type Currency = { decimals: number; anchors: readonly number[]; swing: number; first?: Day; last?: Day }

const first_year = 2016
const published_hour = 16
const closed_dates = ['01-01', '05-01', '12-25', '12-26']

// In the order of the published file. Croatia and Bulgaria joined the euro, so their series end, as in reality.
const currencies: Readonly<Record<string, Currency>> = {
  USD: {
    decimals: 4,
    swing: 0.02,
    anchors: [1.089, 1.052, 1.199, 1.145, 1.123, 1.227, 1.133, 1.07, 1.105, 1.035, 1.175, 1.17],
  },
  JPY: {
    decimals: 2,
    swing: 0.02,
    anchors: [131, 123.4, 135, 125.9, 121.9, 126.5, 130.4, 140.7, 156.3, 163, 184, 180],
  },
  BGN: { decimals: 4, swing: 0, anchors: [1.9558], last: '2025-12-31' },
  CZK: {
    decimals: 3,
    swing: 0.01,
    anchors: [27.02, 27.02, 25.5, 25.7, 25.4, 26.2, 24.9, 24.1, 24.7, 25.2, 24.2, 24.3],
  },
  DKK: {
    decimals: 4,
    swing: 0.0005,
    anchors: [7.46, 7.43, 7.44, 7.467, 7.472, 7.441, 7.436, 7.436, 7.453, 7.458, 7.469],
  },
  GBP: {
    decimals: 5,
    swing: 0.012,
    anchors: [0.734, 0.856, 0.887, 0.894, 0.851, 0.899, 0.84, 0.887, 0.869, 0.829, 0.872],
  },
  HUF: { decimals: 2, swing: 0.015, anchors: [316, 310, 310, 321, 330.5, 363.9, 369, 400.9, 382.8, 411, 385, 380] },
  PLN: {
    decimals: 4,
    swing: 0.012,
    anchors: [4.26, 4.41, 4.18, 4.3, 4.257, 4.56, 4.597, 4.68, 4.34, 4.275, 4.22, 4.25],
  },
  RON: { decimals: 4, swing: 0.003, anchors: [4.52, 4.54, 4.66, 4.66, 4.783, 4.868, 4.949, 4.95, 4.976, 4.974, 5.09] },
  SEK: {
    decimals: 4,
    swing: 0.012,
    anchors: [9.19, 9.55, 9.84, 10.25, 10.447, 10.03, 10.25, 11.12, 11.1, 11.46, 10.82, 11],
  },
  CHF: {
    decimals: 4,
    swing: 0.01,
    anchors: [1.0835, 1.074, 1.17, 1.127, 1.085, 1.08, 1.033, 0.985, 0.926, 0.941, 0.931],
  },
  ISK: {
    decimals: 2,
    swing: 0.012,
    first: '2018-02-01',
    anchors: [125, 125, 125, 133, 135.8, 156, 147.6, 151.5, 150.5, 143.9, 147.5],
  },
  NOK: {
    decimals: 4,
    swing: 0.015,
    anchors: [9.6, 9.09, 9.84, 9.95, 9.86, 10.47, 9.99, 10.51, 11.24, 11.8, 11.84, 11.7],
  },
  HRK: { decimals: 4, swing: 0.003, last: '2022-12-30', anchors: [7.64, 7.56, 7.44, 7.41, 7.44, 7.55, 7.52, 7.54] },
  TRY: { decimals: 4, swing: 0.03, anchors: [3.18, 3.71, 4.55, 6.06, 6.68, 9.11, 15.2, 19.96, 32.65, 36.7, 50.4, 58] },
  AUD: {
    decimals: 4,
    swing: 0.015,
    anchors: [1.49, 1.46, 1.53, 1.622, 1.6, 1.59, 1.56, 1.57, 1.626, 1.677, 1.76, 1.75],
  },
  BRL: { decimals: 4, swing: 0.03, anchors: [4.31, 3.43, 3.97, 4.44, 4.516, 6.37, 6.31, 5.64, 5.36, 6.425, 6.45, 6.3] },
  CAD: {
    decimals: 4,
    swing: 0.012,
    anchors: [1.51, 1.42, 1.5, 1.56, 1.46, 1.563, 1.439, 1.444, 1.464, 1.495, 1.61, 1.6],
  },
  CNY: { decimals: 4, swing: 0.012, anchors: [7.06, 7.32, 7.8, 7.875, 7.82, 8.02, 7.19, 7.36, 7.85, 7.58, 8.22] },
  HKD: { decimals: 4, swing: 0.02, anchors: [8.44, 8.16, 9.37, 8.97, 8.75, 9.51, 8.83, 8.35, 8.63, 8.04, 9.15, 9.12] },
  IDR: {
    decimals: 2,
    swing: 0.015,
    anchors: [15040, 14173, 16239, 16500, 15596, 17241, 16100, 16520, 17080, 16821, 19600],
  },
  ILS: { decimals: 4, swing: 0.015, anchors: [4.25, 4.05, 4.16, 4.29, 3.88, 3.945, 3.516, 3.755, 4, 3.789, 3.74, 3.8] },
  INR: { decimals: 4, swing: 0.015, anchors: [72, 71.6, 76.6, 79.7, 80.2, 89.7, 84.2, 88.2, 91.9, 88.9, 105.6] },
  KRW: { decimals: 2, swing: 0.015, anchors: [1281, 1269, 1280, 1278, 1296, 1336, 1346, 1344, 1433, 1532, 1692] },
  MXN: {
    decimals: 4,
    swing: 0.025,
    anchors: [18.9, 21.77, 23.66, 22.49, 21.22, 24.42, 23.14, 20.86, 18.72, 21.55, 21.1, 21],
  },
  MYR: { decimals: 4, swing: 0.012, anchors: [4.7, 4.73, 4.85, 4.73, 4.595, 4.934, 4.718, 4.698, 5.078, 4.645, 4.77] },
  NZD: {
    decimals: 4,
    swing: 0.015,
    anchors: [1.59, 1.52, 1.685, 1.706, 1.665, 1.698, 1.658, 1.68, 1.75, 1.853, 2.04, 2],
  },
  PHP: { decimals: 3, swing: 0.012, anchors: [51, 52.3, 59.8, 60.1, 56.9, 59.1, 57.8, 59.3, 61.3, 60.3, 69.2, 68.5] },
  SGD: {
    decimals: 4,
    swing: 0.01,
    anchors: [1.54, 1.52, 1.6, 1.559, 1.511, 1.622, 1.528, 1.43, 1.459, 1.416, 1.51, 1.5],
  },
  THB: { decimals: 3, swing: 0.015, anchors: [39.2, 37.7, 39.1, 37.05, 33.4, 36.7, 37.65, 36.8, 37.97, 35.68, 37] },
  ZAR: {
    decimals: 4,
    swing: 0.025,
    anchors: [16.95, 14.46, 14.8, 16.46, 15.78, 18.02, 18.06, 18.1, 20.35, 19.62, 19.45],
  },
}

/** Currencies that only the second source has. */
const more_currencies: Readonly<Record<string, Currency>> = {
  ARS: { decimals: 8, swing: 0.03, anchors: [14, 17, 22, 43, 67, 103, 117, 189, 893, 1067, 1700, 2100] },
  CLP: { decimals: 8, swing: 0.02, anchors: [770, 705, 738, 795, 845, 872, 969, 909, 966, 1030, 1080, 1100] },
  COP: { decimals: 8, swing: 0.02, anchors: [3450, 3160, 3580, 3720, 3680, 4190, 4600, 5190, 4280, 4560, 4400, 3900] },
  PEN: { decimals: 8, swing: 0.012, anchors: [3.71, 3.53, 3.88, 3.86, 3.72, 4.42, 4.52, 4.07, 4.09, 3.9, 3.95, 3.9] },
  UYU: { decimals: 8, swing: 0.012, anchors: [32.5, 30.9, 34.5, 37.1, 41.9, 51.9, 50.8, 42.6, 43.1, 45.6, 46, 45.5] },
}
const daily_first: Day = '2024-03-02'
/** The second source leaves out about one day in this number. */
const daily_left_out = 40

/** Easter Sunday of a year (the Gregorian computus of Meeus, Jones and Butcher). */
function easter(year: number): Day {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const leap = Math.floor(century / 4)
  const h = (century - leap - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 19 * golden + 15) % 30
  const i = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - h - (year % 4)) % 7
  const m = Math.floor((golden + 11 * h + 22 * i) / 451)
  const n = h + i - 7 * m + 114
  return `${year}-0${Math.floor(n / 31)}-${String((n % 31) + 1).padStart(2, '0')}`
}

/** TARGET is closed on weekends, on four dates, on Good Friday and on Easter Monday. */
function is_business_day(day: Day): boolean {
  if (weekday(day) === 0 || weekday(day) === 6 || closed_dates.includes(day.slice(5))) return false
  const sunday = easter(Number(day.slice(0, 4)))
  return day !== add_days(sunday, -2) && day !== add_days(sunday, 1)
}

function published_rate(seed: number, code: string, { anchors, swing, decimals }: Currency, day: Day): string {
  const year = Number(day.slice(0, 4))
  const at = (index: number) => anchors[Math.min(index, anchors.length - 1)]!
  const new_year = day_number(`${year}-01-01`)
  const share = (day_number(day) - new_year) / (day_number(`${year + 1}-01-01`) - new_year)
  const trend = Math.log(at(year - first_year)) * (1 - share) + Math.log(at(year - first_year + 1)) * share
  const phase = Math.PI * chance(seed, 'fx', code).between(-1, 1)
  const noise = chance(seed, 'fx', code, day).between(-0.1, 0.1)
  const wave = Math.sin(day_number(day) / 37 + phase) * 0.6 + Math.sin(day_number(day) / 11 + 2 * phase) * 0.3 + noise
  return Math.exp(trend + swing * wave).toFixed(decimals)
}

const frankfurt = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** The last day whose rates are published at an instant. */
function last_published(now: Instant): Day {
  const [today, time] = frankfurt.format(now).split(' ') as [Day, string]
  let day = Number(time.slice(0, 2)) < published_hour ? add_days(today, -1) : today
  while (!is_business_day(day)) day = add_days(day, -1)
  return day
}

export function create_fx(seed: number, now: () => Instant): Fx {
  const business_days: Day[] = []
  const kept = new Map<Day, Record<string, string>>()

  function published(day: Day): Record<string, string> {
    const rates: Record<string, string> = {}
    for (const [code, series] of Object.entries(currencies)) {
      if (day >= (series.first ?? day) && day <= (series.last ?? day))
        rates[code] = published_rate(seed, code, series, day)
    }
    return rates
  }

  return {
    days() {
      const last = last_published(now())
      const known = business_days.at(-1)
      const next = known ? add_days(known, 1) : `${first_year}-01-01`
      business_days.push(...days_from(next, last).filter(is_business_day))
      return business_days.filter((day) => day <= last)
    },
    rates(day) {
      if (day < `${first_year}-01-01` || day > last_published(now()) || !is_business_day(day)) return null
      const rates = kept.get(day) ?? published(day)
      kept.set(day, rates)
      return rates
    },
    daily(day) {
      const is_left_out = chance(seed, 'daily fx', day).whole(1, daily_left_out) === 1
      if (day < daily_first || day > new Date(now()).toISOString().slice(0, 10) || is_left_out) return null
      const all = Object.entries({ ...currencies, ...more_currencies })
      return Object.fromEntries(all.map(([code, series]) => [code, published_rate(seed, code, series, day)]))
    },
  }
}
