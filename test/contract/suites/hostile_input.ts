// For all values of a tool's parameters, the answer is a result or a sentence, and never an internal error.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { FUZZ_SEED, fuzz_runs } from '#test/fuzz.ts'
import { input_for } from '../inputs.ts'
import type { AreaBench } from './area_bench.ts'

/** Each parameter gets every fourth of the unusual values, and the next parameter those after them. UNUSUAL=all sends all of them. */
const EVERY = process.env.UNUSUAL === 'all' ? 1 : 4
/** A share of the number of random runs, for all parameters of a tool together, and for each of them. */
const RANDOM_SHARE = EVERY === 1 ? 0.2 : 0.1
/** Most characters of a refusal, enough for a list of wrong parameters. */
const SENTENCE_MAX = 4_001
const strange_texts = [
  '',
  ' ',
  '%',
  '_',
  '\\',
  "'",
  '"',
  "'; drop table store_orders; --",
  '{{7*7}}',
  '../../etc/passwd',
  'null',
  'NaN',
  '-1',
  '1e308',
  '\u202e\u200b',
  '😀'.repeat(50),
  'ß'.repeat(300),
  'x'.repeat(10_000),
  'org_id',
  '00000000-0000-0000-0000-000000000000',
]
const dates = [
  '0000-00-00',
  '0001-01-01',
  '1970-01-01',
  '2016-02-29',
  '2025-02-30',
  '2025-13-01',
  '2026-01-01',
  '9999-12-31',
  '10000-01-01',
  '2026-1-1',
  '2026-01-01T00:00:00Z',
  'yesterday',
]
const numbers = [0, -0, -1, 0.5, 1, 2 ** 31, 2 ** 53, Number.MAX_VALUE, Number.MIN_VALUE]
const unusual = [...strange_texts, ...dates, ...numbers]
const text = fc.constantFrom(...strange_texts)
const number = fc.oneof(fc.constantFrom(...numbers), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const value = fc.oneof(
  { depthSize: 'small' },
  text,
  fc.constantFrom(...dates),
  number,
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.oneof(text, number), { maxLength: 5 }),
  fc.dictionary(fc.oneof(text, fc.constantFrom('date', 'campaign', 'gte', 'contains', 'in')), fc.jsonValue(), {
    maxKeys: 4,
  }),
)

/** Parameters that got their part. */
let parameters = 0

function next_part(): unknown[] {
  const from = parameters % EVERY
  parameters += 1
  return unusual.filter((_, at) => at % EVERY === from)
}

export function hostile_input(bench: AreaBench) {
  const counts = { sent: 0, all: 0 }
  for (const tool of bench.tools.filter(({ input }) => Object.keys(input).length > 0))
    suite(`${tool.name} takes or refuses`, () => {
      const checked = { numRuns: fuzz_runs(RANDOM_SHARE), seed: FUZZ_SEED }

      async function assert_harmless(strange: Record<string, unknown>): Promise<void> {
        const good = await input_for(tool, bench.app, bench.app.acme)
        const { status, body } = await bench.rest(tool, { ...good, ...strange })
        if (body.outcome === 'rate_limited') {
          // The limit of proposals counts the last hour. So those of before become older, past the trigger that keeps them as they are.
          await bench.app.db.query(
            `begin; set local session_replication_role = replica; update actions set created_at = created_at - interval '2 hours'; commit`,
          )
          return assert_harmless(strange)
        }
        assert.ok(status === 200 || (status === 400 && body.outcome === 'error'), JSON.stringify(body))
        if (status === 400) assert.ok(body.error.length <= SENTENCE_MAX, `${body.error.length} characters`)
      }

      test('any values of all its parameters', async () => {
        const input = fc.record(Object.fromEntries(Object.keys(tool.input).map((name) => [name, value])), {
          requiredKeys: [],
        })
        await fc.assert(fc.asyncProperty(input, assert_harmless), checked)
      })

      for (const parameter of Object.keys(tool.input)) {
        const part = next_part()
        test(`any value of ${parameter}, with valid values for the others`, async () => {
          for (const strange of part) await assert_harmless({ [parameter]: strange })
          counts.sent += part.length
          counts.all += unusual.length
          const any = value.map((strange) => ({ [parameter]: strange }))
          await fc.assert(fc.asyncProperty(any, assert_harmless), checked)
        })
      }
    })

  test('unusual values were sent to every parameter', (context) => {
    context.diagnostic(`${bench.area}: ${counts.sent} of ${counts.all} unusual values of parameters were sent`)
    assert.ok(counts.sent >= counts.all / (EVERY + 1))
  })
}
