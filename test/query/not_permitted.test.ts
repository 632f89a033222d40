// What the platform does not permit: answers say that a permission is missing and what a person does, and doubt no stored row.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { business, day } from '#test/known_days.ts'
import { whole_sources } from '#test/sources.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const REASON = 'The app may not list some campaigns.'
const LOST = 'The last read did not bring all rows of a day.'
const PERMIT = /what is read is in no doubt\. Grant the missing permission at the platform, or connect again/

/** Ads whose only stream lacks a part, with what the stream says of its rows. */
async function lacking_part(lack: object, suspect_reason = REASON) {
  const { org, mx } = await business(bench, 30)
  const cursor = JSON.stringify({ lacks: { reason: REASON, is_suspect: true, ...lack } })
  await org.cover(mx, { cursor, state: 'suspect', reason: suspect_reason, suspect_reason })
  return { org, mx }
}

async function said(org: FiguresOrg) {
  const result = await org.ask('get_kpi_summary', { days_back: 10 })
  const of_ads = (all: { platform: string }[]) => all.find(({ platform }) => platform === 'mx_ads')
  const listed = of_ads((await org.ask('list_connections')).connections) as unknown as { health_reason: string }
  const [stream] = (of_ads((await org.ask('list_connections_detail')).connections) as unknown as { streams: object[] })
    .streams
  return { ...result, notes: result.notes.join('\n'), health_reason: listed.health_reason, stream }
}

test('a part that the platform does not permit is named with what to do, and doubts no stored row', async () => {
  const { org } = await lacking_part({ is_denied: true })
  const { notes, health_reason, stream, ...result } = await said(org)
  assert.deepEqual([result.ad_spend, result.store_roas, result.window.lacks], [100, null, ['mx_ads']])
  assert.equal(whole_sources(result as never)[0]!.health, 'suspect')
  assert.match(
    notes,
    /mx_ads \(Main\) does not permit a part of its figures, so they lack it: The app may not list some campaigns\./,
  )
  assert.match(notes, PERMIT)
  assert.doesNotMatch(notes, /may have lost rows/)
  assert.match(
    health_reason,
    /^The platform gives no access .* Grant a missing permission at the platform, or connect again\.$/,
  )
  assert.partialDeepStrictEqual(stream, { state: 'denied', reason: REASON })
})

for (const [what, lack, suspect_reason] of [
  ['a part that the platform loses', {}, REASON],
  ['lost rows beside a part that the platform does not permit', { is_denied: true }, `${REASON} ${LOST}`],
] as const)
  test(`${what} makes stored rows doubtful, and no permission is missing`, async () => {
    const { org } = await lacking_part(lack, suspect_reason)
    const { notes, health_reason, stream } = await said(org)
    assert.match(notes, /mx_ads \(Main\) may have lost rows/)
    assert.doesNotMatch(notes, PERMIT)
    assert.match(health_reason, /^Stored rows may be incomplete or wrong/)
    assert.partialDeepStrictEqual(stream, { state: 'suspect' })
  })

test('an account that the platform denies is named with what to do', async () => {
  const { org, mx } = await business(bench, 30)
  const denied = {
    covered_from: null,
    covered_until: null,
    read_until: null,
    state: 'denied',
    reason: 'No permission.',
  }
  await org.account(mx, { account_id: '77', days: denied })
  const { notes } = await said(org)
  assert.match(notes, /cannot read account 77, so it is left out: No permission\./)
  assert.match(notes, PERMIT)
})

test('an account that cannot be read for another reason asks for no permission', async () => {
  const { org, mx } = await business(bench, 30)
  const days = { covered_from: null, covered_until: day(1) }
  await org.account(mx, { account_id: '77', state: 'skipped', reason: 'It has no currency.', days })
  const { notes } = await said(org)
  assert.match(notes, /cannot read account 77, so it is left out/)
  assert.doesNotMatch(notes, PERMIT)
})
