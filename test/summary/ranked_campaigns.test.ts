import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { campaign_day, figures_bench } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>

before(async () => {
  bench = await figures_bench()
})
after(() => bench?.close())

test('a campaign whose conversions have no value is neither best nor worst, and loses nothing', async () => {
  const org = await bench.org({ name: 'Forms' })
  const mx = await org.connect('mx_ads')
  const day = (campaign_id: string, conversions: string, value: bigint) => ({
    ...campaign_day(mx, { date: '2026-11-10', spend: 100_000_000n, value }),
    ...{ campaign_id, conversions },
  })
  await org.insert((db) =>
    db
      .insertInto('campaign_daily')
      .values([day('forms', '6', 0n), day('good', '9', 400_000_000n), day('poor', '2', 50_000_000n)])
      .execute(),
  )
  const ids = (campaigns: { campaign_id: string }[]) => campaigns.map(({ campaign_id }) => campaign_id)
  for (const tool of ['analizar_performance', 'preparar_reporte']) {
    const { best_campaigns, worst_campaigns } = await org.ask(tool)
    assert.deepEqual([tool, ids(best_campaigns), ids(worst_campaigns)], [tool, ['good'], ['poor']])
  }
  const { wins } = await org.ask('quick_wins')
  assert.ok(wins.every(({ id }: { id: string | null }) => id !== 'forms'))
})
