import assert from 'node:assert/strict'
import test from 'node:test'
import { z } from 'zod'
import { parse_input } from '#engine/calls/input.ts'
import { processor_ms } from '#test/processor_time.ts'

/** To name unknown names of any length. Comparing a megabyte with forty names took half a second. */
const NAMED_MS_MAX = 15

const input = {
  reason: z.string().min(2).max(5).optional(),
  count: z.int().min(1).max(9).optional(),
  share: z.number().gt(0).lt(1).optional(),
  ids: z.array(z.string()).min(1).optional(),
  is_new: z.boolean().optional(),
  filters: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  email: z.email().optional(),
  month: z
    .string()
    .regex(/^\d{4}-\d{2}$/, 'must be a month, such as 2026-11')
    .optional(),
}

function sentence_of(value: unknown, fields: z.core.$ZodLooseShape = input): string {
  const input_schema = z.strictObject(fields)
  try {
    parse_input({ name: 'try_it', input: fields, input_schema }, { input: value })
  } catch (error) {
    return (error as Error).message
  }
  return 'accepted'
}

test('a missing field is named as required, with what it takes', () => {
  assert.equal(sentence_of({}, { reason: z.string() }), 'reason: is required, a text.')
  assert.equal(sentence_of({}, { ids: z.array(z.string()) }), 'ids: is required, a list.')
  assert.equal(sentence_of({}, { value: z.union([z.string(), z.number()]) }), 'value: is required, a text or a number.')
})

test('a parameter that is missing or has a wrong type is described, because its type alone does not say what to send', () => {
  const fields = {
    account: z.string().describe('From list_social_accounts.'),
    filters: z
      .record(z.string(), z.unknown())
      .describe('Conditions by dimension: {"utm_source": "google"}.')
      .default({}),
  }
  assert.equal(
    sentence_of({ filters: [{ dimension: 'utm_source', value: 'google' }] }, fields),
    'account: is required, a text. From list_social_accounts. filters: must be an object. Conditions by dimension: {"utm_source": "google"}.',
  )
  assert.equal(sentence_of({ account: 5 }, fields), 'account: must be a text. From list_social_accounts.')
})

test('a value of a wrong type or outside its limits gets a sentence that says what to send', () => {
  const cases: [unknown, string][] = [
    [{ reason: 5 }, 'reason: must be a text.'],
    [{ reason: 'a' }, 'reason: must have at least 2 characters.'],
    [{ reason: 'abcdef' }, 'reason: must have at most 5 characters.'],
    [{ count: 1.5 }, 'count: must be a whole number.'],
    [{ count: 0 }, 'count: must be at least 1.'],
    [{ count: 10 }, 'count: must be at most 9.'],
    [{ share: 0 }, 'share: must be more than 0.'],
    [{ share: 1 }, 'share: must be less than 1.'],
    [{ ids: 'a' }, 'ids: must be a list.'],
    [{ ids: [] }, 'ids: must have at least 1 item.'],
    [{ is_new: 'yes' }, 'is_new: must be true or false.'],
    [{ filters: [] }, 'filters: must be an object.'],
    [{ filters: { platform: true } }, 'filters.platform: must be a text or a number.'],
    [{ email: 'nobody' }, 'email: must be a valid email.'],
  ]
  for (const [value, expected] of cases) assert.equal(sentence_of(value), expected)
})

test('a sentence of the schema itself stays', () => {
  assert.equal(sentence_of({ month: 'May' }), 'month: must be a month, such as 2026-11.')
})

test('an unknown name in an object inside of the input is answered with the names of that object', () => {
  const lines = z.array(z.strictObject({ sku: z.string(), count: z.int() }))
  assert.equal(
    sentence_of({ lines: [{ sku: 'a', count: 1, amount: 2 }] }, { lines }),
    "lines.0: 'amount' is not known here. Names: sku, count.",
  )
})

test('unknown names of any length cost little, because none of them is a typo', () => {
  const fields = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`a_field_of_a_tool_${at}`, z.string().optional()]),
  )
  const unknown = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${'a_field_'.repeat(25_000)}${at}`, 1]))
  const took = Array.from({ length: 5 }, () => processor_ms(() => sentence_of(unknown, fields)))
  assert.ok(Math.min(...took) < NAMED_MS_MAX, `${Math.min(...took)} ms`)
  assert.match(sentence_of(unknown, fields), /^'(a_field_){7}a_fi' is not a parameter of try_it\. Parameters: /)
  assert.match(sentence_of({ a_feild_of_a_tool_7: 'a' }, fields), /did you mean 'a_field_of_a_tool_7'/)
})
