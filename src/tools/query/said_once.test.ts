import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bare_or_said, said_often } from './said_once.ts'

const list = (...words: string[]) => words.map((one) => ({ name: 'spend', words: one }))

test('what three lists say stands once, and lists with other words keep their own', () => {
  const often = said_often([list('money: a'), list('money: a'), list('money: b'), list('money: a')])
  assert.deepEqual(often, { spend: 'money: a' })
  assert.deepEqual(bare_or_said(list('money: a'), often, 'ads.'), ['ads.spend'])
  assert.deepEqual(bare_or_said(list('money: b'), often, 'ads.'), ['ads.spend money: b'])
})

test('what two lists say stays with them', () => {
  assert.deepEqual(said_often([list('money: a'), list('money: a')]), {})
})

test('of two texts for one name, that of most lists is the shared one', () => {
  const four = Array.from({ length: 4 }, () => list('money: a'))
  const three = Array.from({ length: 3 }, () => list('money: b'))
  assert.deepEqual(said_often([...four, ...three]), { spend: 'money: a' })
  assert.deepEqual(said_often([...three, ...four]), { spend: 'money: a' })
})
