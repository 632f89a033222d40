// The question and the answer at the head of the first page. The demo moves with the clock, so its figures are those of one day. Their sentence, the
// rules behind it and the names are the product's own.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { breakdown_sentence } from '#figures/subjects/breakdown.ts'
import { as_ratio } from '#messages/message.ts'
import { text_of } from '#messages/render.ts'
import { diagnosticar_cambio } from '#tools/summary/diagnosticar_cambio.ts'
import { gx_plan } from '../../sandbox/world/ads_plan.ts'

const README = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
const ROUNDING = 0.005

/** The lines of the quotation, without the question. */
const shown = README.split('\n')
  .filter((line) => line.startsWith('> ') && !line.startsWith('> **'))
  .map((line) => line.slice(2))
  .join(' ')

const [, previous, current, percent, ...effects] = (
  /^ROAS fell from (\S+) to (\S+) \((\S+)%\)\. The largest effects: (.+) \((\w+)\) (\S+), (.+) \((\w+)\) (\S+)\.$/.exec(
    shown,
  ) ?? []
).map((part) => (Number.isNaN(Number(part)) ? part : Number(part)))

test('the shown answer is the sentence that the tool writes for its figures', () => {
  const [before, now] = [Number(previous), Number(current)]
  const of = (at: number) => ({ campaign: effects[at], channel: effects[at + 1], effect: Number(effects[at + 2]) })
  const channels = [of(0), of(3)].map((one) => ({ ...one, campaigns: [one] }))
  const broken = { previous: before, current: now, change: now - before, change_percent: Number(percent), channels }
  const sentence = breakdown_sentence('roas', broken as never, (value, how) => as_ratio(value, how))
  assert.equal(text_of(sentence, { language: 'en', currency: 'MXN' }), shown)
})

test('the shown answer names campaigns of the demo, and its percentage is that of its figures', () => {
  const names = gx_plan.campaigns.map(({ name }) => name)
  for (const [at, channel] of [
    [0, 1],
    [3, 4],
  ] as const) {
    assert.ok(names.includes(String(effects[at])), String(effects[at]))
    assert.equal(effects[channel], gx_plan.platform)
  }
  const of = (now: number, before: number) => (now / before - 1) * 100
  const [before, now] = [Number(previous), Number(current)]
  assert.ok(Number(percent) >= of(now - ROUNDING, before + ROUNDING), String(percent))
  assert.ok(Number(percent) <= of(now + ROUNDING, before - ROUNDING), String(percent))
})

test('the page names the call that gives this answer', () => {
  const [, name, input] = /This is an answer of the demo: `(\w+)` with `(\{[^`]+\})`/.exec(README) ?? []
  assert.equal(name, 'diagnosticar_cambio')
  for (const parameter of Object.keys(JSON.parse(input!))) assert.ok(parameter in diagnosticar_cambio.input, parameter)
})
