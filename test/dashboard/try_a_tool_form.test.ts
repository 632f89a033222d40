// What a form from a JSON schema can express, and what it makes of text.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { published_tools } from '#test/answers_of/try.ts'
import {
  draft_of,
  type InputSchema,
  input_of,
  sentences_of_fields,
} from '../../dashboard/src/components/tool_form_values.ts'

test('the form of every published tool can express its example', () => {
  assert.ok(published_tools.length >= 47)
  for (const { name, input, example } of published_tools) {
    const { draft, left_out } = draft_of(input as InputSchema, example)
    assert.deepEqual(left_out, [], name)
    assert.deepEqual(input_of(input as InputSchema, draft), { input: example, faults: {} }, name)
  }
})

const schema: InputSchema = {
  properties: {
    name: { type: 'string', maxLength: 100 },
    day: { type: 'string', format: 'date' },
    count: { type: 'integer', minimum: 1 },
    score: { type: 'number' },
    size: { type: 'integer', enum: [1, 2] },
    is_new: { type: 'boolean', default: true },
    names: { type: 'array', items: { type: 'string' } },
    more: { type: 'object' },
    any: {},
  },
  required: ['name'],
}

test('every kind of value is the same after the form, also where JSON is the only way to write it', () => {
  const input = {
    ...{ name: 'it’s "quoted"', day: '2026-01-31', count: 3, score: -0.25, size: 2, is_new: false },
    ...{ names: ['a', 'b c'], more: { gte: 1, in: [null, 'x'] }, any: [[1], { a: null }] },
  }
  const { draft, left_out } = draft_of(schema, input)
  assert.deepEqual([left_out, input_of(schema, draft)], [[], { input, faults: {} }])
})

test('an empty field is left out, and a needed one is named', () => {
  assert.deepEqual(input_of(schema, { count: ' ' }), { input: {}, faults: { name: 'missing' } })
  assert.deepEqual(input_of(schema, { name: 'x', names: '\n', is_new: '' }).input, { name: 'x' })
})

test('text that is no value of its kind is a fault of its field, and no value', () => {
  const read = (draft: Record<string, string>) => input_of(schema, { name: 'x', ...draft })
  for (const count of ['ten', '1,5', '0x10', '1e3', 'Infinity', '']) {
    const { input, faults } = read({ count })
    assert.deepEqual([input, faults], [{ name: 'x' }, count === '' ? {} : { count: 'not_a_number' }], count)
  }
  assert.deepEqual(read({ count: '1.5' }).faults, { count: 'not_whole' })
  assert.deepEqual(read({ count: '90071992547409930' }).faults, { count: 'not_whole' })
  assert.deepEqual(read({ more: '{"a":' }).faults, { more: 'not_json' })
})

test('names that the tool does not take, and values of another type, are left out by name', () => {
  const given = { name: 1, nickname: 'Ana', constructor: 'x', names: ['two\nlines'], is_new: 'true', size: 3, count: 5 }
  assert.deepEqual(draft_of(schema, given), {
    draft: { count: '5' },
    left_out: ['name', 'nickname', 'constructor', 'names', 'is_new', 'size'],
  })
})

test('a sentence of the engine stands at each field that it names, and the rest stays', () => {
  const names = ['days_back', 'limit', 'date_from']
  assert.deepEqual(sentences_of_fields('days_back: must be at least 1. limit: must be at most 200.', names), {
    by_field: { days_back: 'days_back: must be at least 1.', limit: 'limit: must be at most 200.' },
    rest: '',
  })
  assert.deepEqual(sentences_of_fields('date_from must not be after date_to. Swap them.', names).by_field, {
    date_from: 'date_from must not be after date_to. Swap them.',
  })
  const unknown = "'days' is not a parameter of get_kpi_summary; did you mean 'days_back'? Parameters: days_back."
  assert.deepEqual(sentences_of_fields(unknown, names), { by_field: {}, rest: unknown })
  const of_tool = 'The daily limit of this platform is used up.'
  assert.deepEqual(sentences_of_fields(of_tool, names), { by_field: {}, rest: of_tool })
})
