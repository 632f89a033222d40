// Answers of a mocked API for the page of social networks, in each of its states.
import {
  all_alike,
  connections,
  FAULT,
  LIMITED,
  lacking,
  many,
  partial_window,
  provenance,
  type Size,
  WINDOW,
} from '#test/answers_of/ads.ts'
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { states as base_states, module_off } from '#test/dashboard_answers.ts'

const ACCOUNTS_MAX = 40
const READ_AT = '2026-06-28T07:40:00Z'
const length = (count: number, { rows }: Size) => ({
  ...{ count, total: rows === 1_000 ? 2_400 : count, truncated: rows === 1_000 },
  ...(rows === 1_000 && { hint: 'Ask for fewer days with days_back, or for one account.' }),
})

/** Ids of this length are more than a number can carry. */
export const account_id = (number: number) => `178414000084600${50 + number}`
const account = (number: number) => ({
  ...{ social_account_id: account_id(number), platform: number === 1 ? 'net_c' : 'social_a' },
  ...{ username: `casalumbre${number || ''}`, name: number === 0 ? 'Casa Lumbre' : null },
  ...{ followers: number === 2 ? null : 48_210 - number, followers_read_at: number === 2 ? null : READ_AT },
})

const accounts = (size: Size) => {
  const rows = many(size.rows === 1_000 ? ACCOUNTS_MAX : Math.min(size.rows, 3), account)
  return {
    accounts: rows,
    count: rows.length,
    total: rows.length,
    truncated: false,
    ...provenance(['social_a', 'net_c']),
  }
}

const day = ({ is_partial }: Size, number: number) => {
  const is_known = !is_partial || number > 4
  return {
    date: new Date(Date.UTC(2026, 5, 27 - number)).toISOString().slice(0, 10),
    ...{ followers: number === 0 ? 48_201 : null, reach: is_known ? 3_120 - number : null },
    ...{ impressions: is_known ? 5_204 : null, engagements: is_known ? 312 : null },
    engagement_rate: is_known ? 0.1 : null,
  }
}

export const social_sums = { impressions: 156_120, engagements: 9_360 }

const metrics =
  (size: Size) =>
  ({ body }: { body: unknown }): Mocked => {
    const { social_account_id, days_back } = body as { social_account_id: string; days_back: number }
    if (!social_account_id.startsWith('17841400008460')) return refused(400, 'error', 'There is no such account.')
    const days = many(days_back, (number) => day(size, number))
    return ok({
      ...{ window: size.is_partial ? partial_window : WINDOW, social_account_id },
      ...{ platform: 'social_a', username: 'casalumbre', ...(size.is_partial ? no_sums : social_sums) },
      ...{ days, count: days.length, total: days.length, truncated: false },
      ...provenance(['social_a'], size.is_partial ? lacking : {}),
      notes: ['The totals of followers of 29 days were not read, so they are null; networks give them for today only.'],
    })
  }
const no_sums = { impressions: null, engagements: null }

/** More than ten rows are short, without shares, saves and impressions. */
const post = (number: number, is_short: boolean) => ({
  ...{ post_id: `p${number}`, kind: number === 1 ? 'story' : 'post', platform: 'social_a' },
  ...{ social_account_id: account_id(number % 2), account: number % 2 ? 'casalumbre1' : 'casalumbre' },
  posted_at: new Date(Date.UTC(2026, 5, 27, 20) - number * 3_600_000).toISOString(),
  ...{ caption: number === 2 ? null : `Nuevos tapetes ${number}`, likes: number === 1 ? null : 210, comments: 12 },
  ...{ reach: number === 3 ? null : 3_120, engagement_rate: number === 3 ? null : 0.08 },
  vanished_at: number === 4 ? '2026-06-26T10:00:00Z' : null,
  ...(!is_short && { type: 'IMAGE', permalink: null, shares: 8, saves: 20, impressions: 5_204, engagements: 250 }),
})

const posts =
  (size: Size) =>
  ({ body }: { body: unknown }): Mocked => {
    const { social_account_id: id } = body as { social_account_id?: string }
    const rows = many(size.rows, (number) => post(number, size.rows > 10)).filter(
      ({ social_account_id }) => id === undefined || social_account_id === id,
    )
    return ok({
      ...{ window: size.is_partial ? partial_window : WINDOW, posts: rows, ...length(rows.length, size) },
      ...provenance(['social_a'], size.is_partial ? lacking : {}),
    })
  }

const answers = (size: Size): Answers => ({
  ...base_states.data,
  list_connections: connections(['social_a', 'net_c']),
  list_social_accounts: ok(accounts(size)),
  list_social_metrics: metrics(size),
  list_social_posts: posts(size),
})

const READS = ['list_social_accounts', 'list_social_metrics', 'list_social_posts']

export const social_states = {
  data: answers({ rows: 8 }),
  most: answers({ rows: 1_000 }),
  partial: answers({ rows: 8, is_partial: true }),
  empty: answers({ rows: 0 }),
  none: { ...answers({ rows: 0 }), list_connections: connections(['sx']) },
  off: { ...answers({ rows: 0 }), list_connections: connections([]), ...module_off('module_organic_social') },
  loading: { ...answers({ rows: 8 }), ...all_alike(READS, { is_silent: true }) },
  error: { ...answers({ rows: 8 }), ...all_alike(READS, FAULT) },
  '429': { ...answers({ rows: 8 }), ...all_alike(READS, LIMITED) },
  offline: { ...answers({ rows: 8 }), ...all_alike(READS, { is_offline: true }) },
} satisfies Record<string, Answers>
