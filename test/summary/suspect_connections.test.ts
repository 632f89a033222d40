// A connection whose stored rows may be wrong is suspect in every list of connections, as in answers with figures.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { business, day } from '#test/known_days.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const SUSPECT = { state: 'suspect', suspect_reason: 'spend of 2026-11-18 fell from 10.00 MXN to nothing.' }
interface Shown {
  platform: string
  health: string
  health_reason: string
}

/** The health of the ads in every answer that has one. */
async function health_of_ads(org: FiguresOrg): Promise<Record<string, string>> {
  const of = (all: Shown[]) => all.find(({ platform }) => platform === 'mx_ads')!.health
  const found: Record<string, string> = { figures: of((await org.ask('get_kpi_summary', { days_back: 10 })).sources) }
  for (const tool of ['list_connections', 'list_connections_detail', 'estado_conexiones'])
    found[tool] = of((await org.ask(tool)).connections)
  found.get_organization_info = of((await org.ask('get_organization_info')).tracking)
  return found
}

const same = (health: string) => ({
  ...{ figures: health, list_connections: health, list_connections_detail: health },
  ...{ estado_conexiones: health, get_organization_info: health },
})

describe('a suspect stream', () => {
  it('makes its connection suspect in every answer, and the reason says why', async () => {
    const { org, mx } = await business(bench, 30)
    assert.deepEqual(await health_of_ads(org), same('ok'))
    await org.cover(mx, SUSPECT)
    assert.deepEqual(await health_of_ads(org), same('suspect'))
    const { connections, by_health } = await org.ask('list_connections')
    const { health_reason } = connections.find(({ platform }: Shown) => platform === 'mx_ads')
    assert.match(health_reason, /^Stored rows may be incomplete or wrong/)
    assert.deepEqual(by_health, { ok: 1, suspect: 1 })
  })

  it('gives its own reason when an account is lost too', async () => {
    const { org, mx } = await business(bench, 30)
    await org.cover(mx, SUSPECT)
    const ended = { state: 'skipped', reason: 'No permission.', state_since: `${day(5)}T12:00:00Z` } as const
    await org.account(mx, { account_id: 'a2', ...ended })
    const { connections } = await org.ask('list_connections')
    const { health_reason } = connections.find(({ platform }: Shown) => platform === 'mx_ads')
    assert.match(health_reason, /^Stored rows may be incomplete or wrong/)
  })

  it('of an account that a person no longer chooses makes nothing suspect', async () => {
    const { org, mx } = await business(bench, 30)
    const ended = { state: 'skipped', reason: NOT_CHOSEN, state_since: `${day(5)}T12:00:00Z` } as const
    await org.account(mx, { account_id: 'a2', ...ended, days: SUSPECT })
    assert.deepEqual(await health_of_ads(org), same('ok'))
  })

  it('does not hide that a person has to connect again', async () => {
    const { org, mx } = await business(bench, 30)
    await org.cover(mx, SUSPECT)
    await org.insert((db) =>
      db.updateTable('connections').set({ needs_reconnection: true }).where('connection_id', '=', mx).execute(),
    )
    assert.deepEqual(await health_of_ads(org), same('needs_reconnection'))
  })
})
