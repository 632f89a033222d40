import { in_org } from '#db/org.ts'
import type { SyncParts } from '#engine/sync/reading.ts'
import type { ReportStore } from '#engine/vendors/reports.ts'

/** The ordered reports of a connection. Each is stored at once, outside of the sync's transactions, because the vendor has it already. */
export function report_store(
  { pool }: Pick<SyncParts, 'pool'>,
  { org_id, connection_id }: { org_id: string; connection_id: string },
): ReportStore {
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
    forget: (request) =>
      within(async (db) => {
        await db
          .deleteFrom('vendor_reports')
          .where('connection_id', '=', connection_id)
          .where('request', '=', request)
          .execute()
      }),
  }
}
