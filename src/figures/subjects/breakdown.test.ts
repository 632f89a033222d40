import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ONE } from '#domain/exact.ts'
import { break_down_lines, leading_of } from '#figures/subjects/breakdown.ts'

const effects = (...of: number[]) => of.map((effect) => ({ effect }))

test('the first effect that a sentence names has the direction of the change', () => {
  assert.deepEqual(leading_of(effects(-40, -30, 25, 24, 23), 2), effects(25, -40))
  assert.deepEqual(leading_of(effects(100, -98), 2), effects(100, -98))
  assert.deepEqual(leading_of(effects(30, -20, -19), -9), effects(-20, 30))
  assert.deepEqual(leading_of(effects(5), 5), effects(5))
  assert.deepEqual(leading_of([], 1), [])
})

test('a campaign whose amounts all have no exchange rate did not cost zero', () => {
  const line = (campaign: string, current: bigint | null, previous: bigint | null) => ({
    key: { campaign },
    current: { spend: current },
    previous: previous === null ? null : { spend: previous },
  })
  const ten = 10n * ONE
  const found = {
    lines: [line('c1', ten, ten), line('c2', null, null)],
    current: { spend: ten },
    previous: { spend: ten },
  }
  const place = ({ campaign }: Record<string, string | null>) => ({ channel: 'mx_ads', campaign: campaign ?? '' })
  const { channels, current } = break_down_lines(found, { over: 'spend', place }, 2)
  assert.deepEqual([current, channels[0]!.current], [10, 10])
  const shown = channels[0]!.campaigns.map((of) => [of.campaign, of.current, of.previous])
  assert.deepEqual(shown.toSorted(), [
    ['c1', 10, 10],
    ['c2', null, 0],
  ])
})
