import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

const IN_MADRID =
  'Some days of ads are those of another time zone than the days of sales (America/Mexico_City), so ratios of the two are not exact over few days: gx_ads (Main): Europe/Madrid.'
const ALIKE = ['America/Monterrey', 'America/Mexico_City']
const few_days = { date_from: '2026-11-17', date_to: '2026-11-19' }

describe('platforms with days of another time zone', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  /** Notes about the days of an organization in Mexico, with an ad account in each zone, and a store. */
  async function notes(zones: readonly string[], dates: object, tool = 'get_kpi_summary') {
    const acme: FiguresOrg = await bench.org({ name: zones.join(' ') })
    const [ads] = [await acme.connect('gx_ads'), await acme.connect('sx')]
    for (const time_zone of zones) await acme.account(ads, { account_id: time_zone, time_zone })
    const answer = await acme.ask(tool, dates)
    return answer.notes.filter((note: string) => note.startsWith('Some days of ads'))
  }

  it('are named once where their days are divided by sales', async () => {
    assert.deepEqual(await notes(['Europe/Madrid', ...ALIKE], few_days), [IN_MADRID])
  })

  it('are not named where the hours are the same', async () => {
    assert.deepEqual(await notes(ALIKE, few_days), [])
  })

  it('are not named where the hours are less than a hundredth of the window', async () => {
    // Six hours of 25 days.
    assert.equal((await notes(['UTC'], { days_back: 25 })).length, 1)
    assert.deepEqual(await notes(['UTC'], { days_back: 26 }), [])
  })

  it('are named where their clocks change within the window', async () => {
    const until_the_change = { date_from: '2026-03-06', date_to: '2026-03-07' }
    assert.deepEqual(await notes(['America/Chicago'], until_the_change), [])
    assert.equal((await notes(['America/Chicago'], { date_from: '2026-03-07', date_to: '2026-03-08' })).length, 1)
  })

  it('are not named where nothing is divided by sales', async () => {
    assert.deepEqual(await notes(['Europe/Madrid'], few_days, 'query_mx_campaigns'), [])
  })
})
