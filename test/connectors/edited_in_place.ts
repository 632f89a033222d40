// A case of the shared suite for ads whose texts a person edits in place: the ad keeps its id, and its row shows what it shows now.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Place, Tools } from './real_answers.ts'

const HOUR_MS = 3_600_000
/** Where ads and creatives have their texts. */
const texts: Record<string, { key: string; columns: readonly string[] }> = {
  ads: { key: 'ad_id', columns: ['headline', 'description'] },
  meta_ad_creatives: { key: 'creative_id', columns: ['title', 'body'] },
}
/** The sandbox changes texts with a space. */
const is_edited = (text: unknown) => typeof text === 'string' && text.includes(' ')

interface Row {
  key: string
  read_at: string
  texts: (string | null)[]
}

export function edited_in_place({ now, fresh }: Tools & { fresh(): Promise<Place> }) {
  const rows_of = (table: string, { org_id }: Place) => {
    const { key, columns } = texts[table]!
    return in_org(now().bench.engine.pool.worker, { org_id, read_only: true }, async (_, client) => {
      const { rows } = await client.query<Row>(
        `select ${key} as key, synced_at as read_at, array[${columns.join(', ')}] as texts from ${table} where org_id = $1 order by 1`,
        [org_id],
      )
      return rows
    })
  }

  test('texts of ads that were edited in place arrive with the next read of the list, and the time of the read moves', async (context) => {
    const { bench, connector, platform } = now()
    if (connector.kind !== 'ads') return context.skip('the platform has no ads')
    const place = await fresh()
    const tables = Object.keys(texts).filter((table) =>
      Object.values(connector.streams).some(({ into }) => (into as readonly string[]).includes(table)),
    )
    const before = await Promise.all(tables.map((table) => rows_of(table, place)))
    bench.sandbox.clock.advance(HOUR_MS)
    bench.sandbox.faults.add({ platform, kind: 'odd_texts', count: 0 })
    assert.equal((await bench.sync(place)).end, 'succeeded')
    bench.sandbox.faults.clear()
    let edited = 0
    for (const [at, table] of tables.entries()) {
      const after = await rows_of(table, place)
      assert.deepEqual(
        after.map(({ key }) => key),
        before[at]!.map(({ key }) => key),
        'the same ads',
      )
      for (const [n, was] of before[at]!.entries()) {
        if (!was.texts.some(is_edited)) continue
        edited += 1
        const is = after[n]!
        assert.notDeepEqual(is.texts, was.texts, `${table} ${was.key}`)
        assert.ok(Date.parse(is.read_at) > Date.parse(was.read_at), `${table} ${was.key} was read`)
      }
    }
    if (edited === 0) return context.skip('no ad has a text of more than one word')
  })
}
