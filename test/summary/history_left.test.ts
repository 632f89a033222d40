// Connections whose older days are still being read say so, although no sync of them runs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { figures_bench } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const TOOLS = ['list_connections', 'estado_conexiones', 'list_connections_detail']

test('a connection with older days left says so in each list, and none that has read them or cannot', async () => {
  const org = await bench.org()
  const [reading, done, denied, left] = [
    await org.connect('tnx'),
    await org.connect('mx_ads'),
    await org.connect('gx_ads'),
    await org.connect('sx'),
  ]
  const history = (connection_id: string, state = 'ok') =>
    org.insert((db) =>
      db
        .updateTable('sync_cursors')
        .set({ cursor: JSON.stringify({ history_left: true }), state })
        .where('connection_id', '=', connection_id)
        .execute(),
    )
  await history(reading)
  await history(denied, 'denied')
  await history(left)
  await org.insert((db) =>
    db
      .updateTable('connections')
      .set({ status: 'revoked', revoked_at: '2026-11-20T00:00:00Z' })
      .where('connection_id', '=', left)
      .execute(),
  )
  for (const tool of TOOLS) {
    const { connections } = await org.ask(tool)
    const shown = (connections as { connection_id: string; history_left?: true }[]).map((of) => [
      of.connection_id,
      of.history_left,
    ])
    const of = new Map(shown as [string, true | undefined][])
    assert.equal(of.get(reading), true, tool)
    for (const other of [done, denied, left]) assert.equal(of.get(other), undefined, tool)
  }
})
