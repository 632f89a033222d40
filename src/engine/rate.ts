// Calls a minute, by organization and tool, exact across processes: PostgreSQL, or Redis where there is one, keeps when each
// call of the last minute came.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { in_org } from '#db/org.ts'
import type { Redis } from '#db/redis.ts'
import { Refusal } from '#engine/outcomes.ts'
import type { NamedTool } from '#engine/tool.ts'

export const RATE_WINDOW_S = 60

export interface Turn {
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

/** Counts the call, unless the window is full. A Redis that fails is no reason to let everybody in, nor to turn them away. */
export async function take_turn(
  { pool, redis }: { pool: pg.Pool; redis?: Redis },
  tool: NamedTool,
  org_id: string,
): Promise<Turn> {
  const counted =
    (redis && (await count_in_redis(redis, tool, org_id))) ?? (await count_in_postgres(pool, tool, org_id))
  const { allowed, used, reset_s } = counted
  return { allowed, limit: tool.rate, remaining: Math.max(0, tool.rate - used), reset_s }
}

async function count_in_postgres(pool: pg.Pool, tool: NamedTool, org_id: string): Promise<Counted> {
  const { rows } = await in_org(pool, { org_id, is_durable: false }, (db) =>
    sql<Counted>`
      select allowed, used, reset_s from take_turn(${tool.name}, ${tool.rate}::int, ${RATE_WINDOW_S}::int)`.execute(db),
  )
  return rows[0]!
}

/** The same as the SQL function take_turn, by Redis' own clock: a sorted set of the instants, in microseconds. */
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

async function count_in_redis(redis: Redis, tool: NamedTool, org_id: string): Promise<Counted | undefined> {
  const own_mark = randomBytes(8).toString('hex')
  try {
    const args = [String(tool.rate), String(RATE_WINDOW_S), own_mark]
    const [allowed, used, reset_s] = await redis.run(COUNT, `tablero:rate:${org_id}:${tool.name}`, args)
    return { allowed: allowed === 1, used: used!, reset_s: reset_s! }
  } catch {
    return undefined
  }
}

export function check_turn(tool: NamedTool, turn: Turn): void {
  if (turn.allowed) return
  throw new Refusal(
    'rate_limited',
    `${tool.name} takes ${turn.limit} calls a minute for each organization. Try again in ${turn.reset_s} s.`,
    turn.reset_s,
  )
}
