import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { estimate_tokens } from '#lib/estimate_tokens.ts'
import { dense_texts } from '#test/many_rows.ts'
import { processor_ms } from '#test/processor_time.ts'

const real_tokens = (text: string) => encode(text).length

test('the estimate is at most a tenth below the real tokens of texts with many tokens', () => {
  for (const [kind, text] of Object.entries(dense_texts)) {
    const json = JSON.stringify(Array.from({ length: 100 }, (_, at) => ({ name: text(at) })))
    const ratio = estimate_tokens(json) / real_tokens(json)
    assert.ok(ratio > 0.9 && ratio < 2.5, `${kind}: ${ratio.toFixed(2)}`)
  }
})

test('the estimate of ordinary rows differs little from the real tokens', () => {
  const order = {
    order_id: '5021',
    order_number: '#1042',
    ordered_at: '2026-11-18T17:40:12Z',
    status: 'paid',
    total: 1249.5,
    currency: 'MXN',
    utm_source: 'google',
    utm_campaign: 'buen_fin_2026',
    items: [{ title: 'Lámpara de mesa', quantity: 2 }],
  }
  const contact = {
    contact_id: 'c5',
    full_name: 'María Fernández',
    email: 'maria.fernandez@shop.example',
    tags: ['VIP'],
  }
  for (const text of [order, contact, Object.keys(dense_texts)].map((row) => JSON.stringify([row, row, row]))) {
    const ratio = estimate_tokens(text) / real_tokens(text)
    assert.ok(ratio > 0.85 && ratio < 1.25, `${ratio.toFixed(2)}: ${text.slice(0, 80)}`)
  }
  assert.equal(estimate_tokens(''), 0)
})

test('the time grows with the length only', () => {
  const text = `${'a'.repeat(50_000)}${'1'.repeat(50_000)}${'-'.repeat(50_000)}${' '.repeat(50_000)}${'時'.repeat(50_000)}`
  const took_ms = processor_ms(() => estimate_tokens(text.repeat(8)))
  assert.ok(took_ms < 2_000, `${took_ms} ms`)
})
