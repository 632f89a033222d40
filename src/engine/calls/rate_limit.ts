// Limits the calls of a minute by organization and tool, exactly across processes. PostgreSQL, or Redis if configured, stores the time
// of each call of the last minute.
import { randomBytes } from 'node:crypto'
import { begin_org, type OrgOptions, type Transaction } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import type { Redis } from '#db/redis.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { NamedTool } from '#engine/tool.ts'

export const RATE_WINDOW_S = 60

export interface RateLimitState {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the oldest counted call leaves the window. */
  reset_s: number
}

interface Counted {
  allowed: boolean
  used: number
  reset_s: number
}

/** A tool, or something else that has a rate limit and a name. */
export type Limited = Pick<NamedTool, 'name' | 'rate'>

interface Counters {
  pool: Pool
  redis?: Redis
}

/** Counts the call, unless the window is full. */
export async function count_call(counters: Counters, tool: Limited, org_id: string): Promise<RateLimitState> {
  await using counted = await begin_counted(counters, tool, { org_id, read_only: true })
  return counted.rate_limit
}

export interface CountedTransaction extends AsyncDisposable {
  rate_limit: RateLimitState
  transaction: Transaction
}

/**
 * Counts the call and opens its transaction, in one round trip when PostgreSQL counts. The call stays counted, however its
 * transaction ends.
 */
export async function begin_counted(
  counters: Counters,
  tool: Limited,
  options: OrgOptions,
): Promise<CountedTransaction> {
  const in_redis = await rate_limit_in_redis(counters, tool, options.org_id)
  const transaction = await begin_org(counters.pool, in_redis ? options : { ...options, ahead: counting(tool) })
  return {
    rate_limit: in_redis ?? rate_limit_of(tool, transaction.ahead[0] as Counted),
    transaction,
    [Symbol.asyncDispose]: () => transaction[Symbol.asyncDispose](),
  }
}

function rate_limit_of({ rate }: Limited, { allowed, used, reset_s }: Counted): RateLimitState {
  return { allowed, limit: rate, remaining: Math.max(0, rate - used), reset_s }
}

/** SQL without bind parameters: name and rate come from the catalog, never from a caller. */
function counting({ name, rate }: Limited): string {
  return `select allowed, used, reset_s, pg_backend_pid() as pid from count_call('${name}', ${rate}, ${RATE_WINDOW_S})`
}

/** When Redis fails, PostgreSQL counts. A failing Redis neither lifts the limit nor rejects calls. */
async function rate_limit_in_redis(
  { redis }: Counters,
  tool: Limited,
  org_id: string,
): Promise<RateLimitState | undefined> {
  const counted = redis && (await count_in_redis(redis, tool, org_id))
  return counted && rate_limit_of(tool, counted)
}

/** The same algorithm as the SQL function count_call, by the clock of Redis: a sorted set of call times in microseconds. */
const COUNT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local since = now - ARGV[2] * 1000000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', since)
local used = redis.call('ZCARD', KEYS[1])
local allowed = 0
if used < tonumber(ARGV[1]) then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  used = used + 1
  allowed = 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {allowed, used, math.max(1, math.ceil((oldest[2] - since) / 1000000))}`

async function count_in_redis(redis: Redis, tool: Limited, org_id: string): Promise<Counted | undefined> {
  const member = randomBytes(8).toString('hex')
  try {
    const args = [String(tool.rate), String(RATE_WINDOW_S), member]
    const [allowed, used, reset_s] = await redis.run(COUNT, `tablero:rate:${org_id}:${tool.name}`, args)
    return { allowed: allowed === 1, used: used!, reset_s: reset_s! }
  } catch {
    return undefined
  }
}

/** Lists of tools, resources and prompts, what stands in their place in search mode, and their parts, through all transports together. */
const LISTS: Limited = { name: 'lists', rate: 240 }

/** Counts a request for a list, and refuses when there were too many. */
export async function count_list(counters: Counters, org_id: string): Promise<void> {
  check_rate_limit(LISTS, await count_call(counters, LISTS, org_id))
}

export function check_rate_limit(tool: Limited, rate_limit: RateLimitState): void {
  if (rate_limit.allowed) return
  throw new Refusal(
    'rate_limited',
    `${tool.name} takes ${rate_limit.limit} calls a minute for each organization. Try again in ${rate_limit.reset_s} s.`,
    rate_limit.reset_s,
  )
}
