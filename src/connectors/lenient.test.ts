import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fields_of, lenient } from './lenient.ts'

function reading() {
  const counted: string[] = []
  return { counted, read: lenient({ unreadable: (what) => counted.push(what) }) }
}

test('an amount is read only when its separators have one meaning', () => {
  const { counted, read } = reading()
  const micros: [unknown, bigint][] = [
    [12.5, 12_500_000n],
    ['12.5', 12_500_000n],
    ['1,234.50', 1_234_500_000n],
    ['1.234,50', 1_234_500_000n],
    ['1 234,50', 1_234_500_000n],
    ['1\u00a0234', 1_234_000_000n],
    ['-1,50', -1_500_000n],
    ['1,234,567', 1_234_567_000_000n],
    ['1.234.567,8', 1_234_567_800_000n],
    ['1234.567', 1_234_567_000n],
    ['0.125', 125_000n],
    [' 7 ', 7_000_000n],
    [0, 0n],
  ]
  for (const [value, expected] of micros) assert.equal(read.amount(value, 'values'), expected, String(value))
  assert.deepEqual(counted, [])
  const unreadable = [
    '1,234',
    '1.234',
    '12,34,56.7',
    '1.2.3',
    '1,234.567,8',
    '1 234.567,8',
    '$12',
    '12 USD',
    'free',
    '1e3',
    true,
    [1],
    {},
    '9'.repeat(30),
    `-${'9'.repeat(30)}`,
  ]
  for (const value of unreadable) assert.equal(read.amount(value, 'values'), null, String(value))
  assert.equal(counted.length, unreadable.length)
})

test('three digits after a point are decimals in a currency with three decimals', () => {
  const { counted, read } = reading()
  assert.equal(read.amount('1.234', 'values', 'KWD'), 1_234_000n)
  assert.equal(read.amount('1.234', 'values', 'MXN'), null)
  assert.deepEqual(counted, ['values'])
})

test('absent values are null and are not counted; an amount is never zero without a zero', () => {
  const { counted, read } = reading()
  for (const value of [null, undefined, '']) {
    assert.equal(read.amount(value, 'values'), null)
    assert.equal(read.currency(value, 'currencies'), null)
    assert.equal(read.list(value, 'lines'), null)
  }
  assert.deepEqual(counted, [])
})

test('a currency is a code of ISO 4217 in any case, never a sign or a name', () => {
  const { counted, read } = reading()
  assert.equal(read.currency('usd', 'currencies'), 'USD')
  assert.equal(read.currency(' ARS ', 'currencies'), 'ARS')
  for (const odd of ['$', 'EURO', 'US$', 'ZZZ', 7, ['USD']]) assert.equal(read.currency(odd, 'currencies'), null)
  assert.equal(counted.length, 6)
})

test('texts are limited, numbers in texts are numbers, and [] is an empty object and an empty list', () => {
  const { counted, read } = reading()
  assert.equal(read.text('<p>'.repeat(400_000), 'titles')?.length, 2_000)
  assert.equal(read.text('🪔 Ana', 'titles'), '🪔 Ana')
  assert.equal(read.text(7, 'titles'), '7')
  assert.equal(read.number('3', 'quantities'), 3)
  assert.equal(read.instant('2026-11-20 10:00:00+00:00', 'times'), '2026-11-20T10:00:00.000Z')
  assert.deepEqual(fields_of([]), {})
  assert.deepEqual(read.list({}, 'lines'), [])
  assert.deepEqual(counted, [])
  assert.equal(read.text({}, 'titles'), null)
  assert.equal(read.number('three', 'quantities'), null)
  assert.equal(read.instant('yesterday', 'times'), null)
  assert.equal(read.list('none', 'lines'), null)
  assert.equal(read.link('javascript:alert(1)', 'links'), null)
  assert.deepEqual(counted, ['titles', 'quantities', 'times', 'lines', 'links'])
})
