// Klaviyo's rate limits: a burst of one second and a steady limit of one minute for each endpoint. Reports have a limit of one day too.
// Source: the descriptions of the operations in the `openapi` document of revision 2026-07-15, read 2026-11.
import type { Vendor } from '../../vendor.ts'

const second_ms = 1_000
const windows = [
  ['second', second_ms],
  ['minute', 60 * second_ms],
  ['day', 24 * 60 * 60 * second_ms],
] as const

/** Requests in a second, a minute and a day, by the start of the path. */
const most_of: [path: string, ...most: number[]][] = [
  ['accounts', 1, 15],
  ['campaign-values-reports', 1, 2, 225],
  ['campaigns', 10, 150],
  ['events', 350, 3500],
  ['lists', 75, 750],
  ['metric-aggregates', 3, 60],
  ['metrics', 10, 150],
  ['profiles', 75, 750],
]

export const email_a_limits = {
  limits({ url }, { by }) {
    const [path, ...most] = most_of.find(([start]) => url.split('/api/')[1]?.startsWith(start)) ?? ['']
    return most.map((most, at) => {
      const [window, window_ms] = windows[at]!
      return { key: `${path} a ${window}`, of: by, most, window_ms }
    })
  },
  limit_keys: most_of.flatMap(([path, ...most]) => most.map((_, at) => `${path} a ${windows[at]![0]}`)),
  limit_headers: ([, steady]) => ({
    'ratelimit-limit': String(steady!.limit.most),
    'ratelimit-remaining': String(steady!.left),
    'ratelimit-reset': '60',
  }),
} satisfies Pick<Vendor, 'limits' | 'limit_keys' | 'limit_headers'>
