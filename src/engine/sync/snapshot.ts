// Reads everything that a platform has of one kind, such as all products. A stored record that a whole snapshot lacks is missing.
import type { SnapshotStream, WarehouseTable } from '#engine/connector.ts'
import type { Reading } from '#engine/sync/reading.ts'

export async function read_snapshot(
  { account, cursor, source, add, store }: Reading,
  stream: SnapshotStream<never, WarehouseTable>,
) {
  const { unread, sweeps: tables = [] } = stream
  const ids: string[] = []
  for await (const page of stream.read(source)) {
    await add(page)
    if (unread) ids.push(...page.flatMap((item) => unread.id(item) ?? []))
  }
  const { account_id } = account
  const sweeps = { tables, account_id, unread: unread && { column: unread.column, ids }, only: stream.sweeps_only }
  await store({ sweeps }, { ...cursor, awaited_at: undefined }, 1)
}
