import { in_org } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import type { ReportStore } from '#engine/vendors/reports.ts'
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'

/** The ordered reports of a connection. Each is stored in a transaction of its own, because the vendor has it already. */
export function report_store({ pool }: { pool: Pool }, { org_id, connection_id }: ConnectionPlace): ReportStore {
  const within = <T>(work: Parameters<typeof in_org<T>>[2]) => in_org(pool, { org_id }, work)
  return {
    find: (request) =>
      within(async (db) => {
        const found = await db
          .selectFrom('vendor_reports')
          .select(['report_id', 'ordered_at'])
          .where('connection_id', '=', connection_id)
          .where('request', '=', request)
          .executeTakeFirst()
        return found && { report_id: found.report_id, ordered_at: new Date(found.ordered_at) }
      }),
    keep: (request, { report_id, ordered_at }) =>
      within(async (db) => {
        const order = { report_id, ordered_at: ordered_at.toISOString() }
        await db
          .insertInto('vendor_reports')
          .values({ org_id, connection_id, request, ...order })
          .onConflict((conflict) => conflict.columns(['org_id', 'connection_id', 'request']).doUpdateSet(order))
          .execute()
      }),
    forget: (request) => within((db) => forget_reports(db, connection_id, [request])),
  }
}

export async function forget_reports(db: Database, connection_id: string, requests: readonly string[]): Promise<void> {
  if (requests.length === 0) return
  await db
    .deleteFrom('vendor_reports')
    .where('connection_id', '=', connection_id)
    .where('request', 'in', requests)
    .execute()
}
