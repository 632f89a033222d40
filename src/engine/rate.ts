// Calls a minute, by organization and tool, exact across processes: PostgreSQL keeps when each call of the last minute came.
import { sql } from 'kysely'
import type pg from 'pg'
import { in_org } from '#db/org.ts'
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

export async function take_turn(pool: pg.Pool, tool: NamedTool, org_id: string): Promise<Turn> {
  const { rows } = await in_org(pool, { org_id, is_durable: false }, (db) =>
    sql<{ allowed: boolean; used: number; reset_s: number }>`
      select allowed, used, reset_s from take_turn(${tool.name}, ${tool.rate}::int, ${RATE_WINDOW_S}::int)`.execute(db),
  )
  const { allowed, used, reset_s } = rows[0]!
  return { allowed, limit: tool.rate, remaining: Math.max(0, tool.rate - used), reset_s }
}

export function check_turn(tool: NamedTool, turn: Turn): void {
  if (turn.allowed) return
  throw new Refusal(
    'rate_limited',
    `${tool.name} takes ${turn.limit} calls a minute for each organization. Try again in ${turn.reset_s} s.`,
    turn.reset_s,
  )
}
