// Whatever values a caller puts into the parameters of a tool, the answer is a result or a sentence; never a fault of ours.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import { catalog_of } from '#engine/tool.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { areas } from '#tools/index.ts'
import { input_for } from './inputs.ts'

const RUNS = 60
const tools = [...catalog_of(areas).values()].filter(({ internal }) => !internal)

let app: TestApp
before(async () => {
  app = await test_app()
})
after(() => app.close())

const strange_texts = fc.constantFrom(
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
)
const dates = fc.constantFrom(
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
)
const numbers = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.5, 1, 2 ** 31, 2 ** 53, Number.MAX_VALUE, Number.MIN_VALUE),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const value = fc.oneof(
  { depthSize: 'small' },
  strange_texts,
  dates,
  numbers,
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.oneof(strange_texts, numbers), { maxLength: 5 }),
  fc.dictionary(fc.oneof(strange_texts, fc.constantFrom('date', 'campaign', 'gte', 'contains', 'in')), fc.jsonValue(), {
    maxKeys: 4,
  }),
)

for (const tool of tools.filter(({ input }) => Object.keys(input).length > 0))
  suite(tool.name, () => {
    test('takes or refuses any value of any of its parameters', async () => {
      const good = await input_for(tool, app, app.acme)
      const input = fc.record(Object.fromEntries(Object.keys(tool.input).map((name) => [name, value])), {
        requiredKeys: [],
      })
      await fc.assert(
        fc.asyncProperty(input, async (strange) => {
          await app.refill()
          const { status, body } = await app.rest(tool.name, { ...good, ...strange }, { key: app.keys.acme })
          assert.ok(status === 200 || (status === 400 && body.outcome === 'error'), JSON.stringify(body))
          if (status === 400) assert.ok(body.error.length <= 4_001, `a sentence of ${body.error.length} letters`)
        }),
        { numRuns: RUNS },
      )
    })

    for (const parameter of Object.keys(tool.input))
      test(`takes or refuses any value of ${parameter}, the others being good`, async () => {
        const good = await input_for(tool, app, app.acme)
        await fc.assert(
          fc.asyncProperty(fc.oneof(dates, strange_texts, value), async (strange) => {
            await app.refill()
            const { status, body } = await app.rest(
              tool.name,
              { ...good, [parameter]: strange },
              { key: app.keys.acme },
            )
            assert.ok(status === 200 || (status === 400 && body.outcome === 'error'), JSON.stringify(body))
          }),
          { numRuns: RUNS },
        )
      })
  })
