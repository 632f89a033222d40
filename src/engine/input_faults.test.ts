import assert from 'node:assert/strict'
import test from 'node:test'
import { z } from 'zod'
import { faults_of, plain_words } from '#engine/input_faults.ts'

const spec = z.strictObject({
  headlines: z.array(z.string()).min(3),
  creative: z.strictObject({ page: z.string(), link: z.string().optional() }).optional(),
  keywords: z
    .array(z.strictObject({ text: z.string(), match: z.enum(['exact', 'broad']).default('exact') }))
    .default([]),
})

function faults(value: unknown): string {
  const read = spec.safeParse(value, { error: plain_words })
  return read.success ? 'accepted' : faults_of(spec, read.error.issues, { whole: 'input' })
}
const headlines = ['a', 'b', 'c']

test('each fault of an object says in plain words what to send', () => {
  assert.equal(faults({ headlines, keywords: [{ text: 'sofa' }] }), 'accepted')
  assert.equal(faults({ headlines: ['a'] }), 'headlines: must have at least 3 items.')
  assert.equal(faults({ headlines, creative: {} }), 'creative.page: is required, a text.')
  assert.equal(
    faults({ headlines, keywords: [{ text: 'x', match: 'near' }] }),
    'keywords.0.match: must be one of exact, broad.',
  )
})

test('an unknown name is answered with the names of its object, also inside of lists and optional objects', () => {
  assert.equal(faults({ headlines, title: 1 }), "'title' is not known here. Names: headlines, creative, keywords.")
  assert.equal(
    faults({ headlines, creative: { page: 'p', image: 'i' } }),
    "creative: 'image' is not known here. Names: page, link.",
  )
  assert.equal(
    faults({ headlines, keywords: [{ text: 'x', match_type: 'exact', bid: 1 }] }),
    "keywords.0: 'match_type', 'bid' are not known here. Names: text, match.",
  )
})

test('of many faults, the first five are named and the others counted', () => {
  const keywords = Array.from({ length: 7 }, () => ({ text: 5 }))
  assert.match(faults({ headlines, keywords }), /^keywords\.0\.text: must be a text\. .*keywords\.4.* And 2 more\.$/)
})
