// When the limits of a vendor allow the next request of a connection, for a person who starts a sync.
import { CompiledQuery } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Connector } from '#engine/connector.ts'
import { WAIT_MAX_S } from '#engine/vendors/giving_up.ts'
import { budget_wait, limits_of } from '#engine/vendors/governor.ts'
import { type Holder, held_limits } from '#engine/vendors/held_limits.ts'

/**
 * The instant at which all limits allow it, when a sync would end instead of waiting for it. Undefined: they allow it sooner, or no sync has
 * found out yet which limits hold. Counts nothing. `db` is a transaction of the organization.
 */
export async function limited_until(
  db: Database,
  connector: Pick<Connector, 'api' | 'auth'>,
  { now, ...holder }: Holder & { now: Date },
): Promise<string | undefined> {
  const { connection_id } = holder
  const { counted_user: user, counted_app: app } = await db
    .selectFrom('connections')
    .select(['counted_user', 'counted_app'])
    .where('connection_id', '=', connection_id)
    .executeTakeFirstOrThrow()
  if (user === null || app === null) return undefined
  const accounts = await db
    .selectFrom('connection_accounts')
    .select('account_id')
    .where('connection_id', '=', connection_id)
    .where('state', '=', 'read')
    .execute()
  const { paces, by } = held_limits(connector, { user, app }, holder)
  const limits = [{ account_id: undefined }, ...accounts].flatMap(({ account_id }) =>
    limits_of(paces, { ...by, account_id, priority: 'person' }),
  )
  const ask = (text: string, values: unknown[]) => db.executeQuery(CompiledQuery.raw(text, values))
  const wait_ms = await budget_wait(ask, limits, now.getTime())
  return wait_ms > WAIT_MAX_S * 1000 ? new Date(now.getTime() + wait_ms).toISOString() : undefined
}
