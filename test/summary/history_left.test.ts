// Connections whose older days are still being read say so, and until when, although no sync of them runs.
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

test('they say until when at the speed so far, the slowest stream last, and null while one has no speed yet', async () => {
  const org = await bench.org()
  const id = await org.connect('tnx')
  const place = { org_id: org.org_id, connection_id: id, account_id: '7', state: 'ok' }
  // The clock of the bench is 18:00. Ten days took an hour; ten and thirty are left.
  const begun = { from: '2026-11-11', since: '2026-11-20T17:00:00Z', at: '2026-11-20T18:00:00Z' }
  const cursor = (goal: string) =>
    JSON.stringify({ history_left: true, read_from: '2026-11-01', history: { ...begun, goal } })
  const add = (stream: string, cursor: string) =>
    org.insert((db) =>
      db
        .insertInto('sync_cursors')
        .values({ ...place, stream, cursor })
        .execute(),
    )
  const shown = async (tool: string) => {
    const { connections } = await org.ask(tool)
    const { history_left, history_expected_at } = connections.find(
      (one: object & { connection_id?: string }) => one.connection_id === id,
    )
    return { history_left, history_expected_at }
  }
  await add('orders', cursor('2026-10-22'))
  await add('checkouts', cursor('2026-10-02'))
  for (const tool of TOOLS) {
    const expected = { history_left: true, history_expected_at: '2026-11-20T21:00:00.000Z' }
    assert.deepEqual(await shown(tool), expected, tool)
  }
  await add('products', JSON.stringify({ history_left: true }))
  for (const tool of TOOLS) assert.deepEqual(await shown(tool), { history_left: true, history_expected_at: null }, tool)
})
