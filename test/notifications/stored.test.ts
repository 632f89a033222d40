// Messages that an earlier version stored. Since then a text can have got a further value, and a key can be deleted.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { restored, restored_within } from '#engine/notifications/stored.ts'
import { as_percent, type Key, languages, Message } from '#messages/message.ts'
import { catalogs, text_of } from '#messages/render.ts'

const keys = Object.keys(catalogs.en) as Key[]
const READERS = languages.map((language) => ({ language, currency: 'MXN' }))
const english = (message: Message) => text_of(message, READERS[0]!)
const DELETED = { key: 'rule.of_an_earlier_version', values: { name: 'Ana' } }

suite('a stored message', () => {
  test('shows what its text lacks as not known', () => {
    const values = { from: '2026-11-15', to: '2026-11-28', lost: as_percent(43.49), least: '3.99' }
    const text = english(restored({ key: 'rule.budget_lost.text', values }))
    assert.match(
      text,
      /kept it from 43\.49% .* From … to …, whose sales have arrived, it cost …\. .* at least 3\.99\.$/,
    )
  })

  test('of any key can be written without any of its values, and has no gap', () => {
    for (const key of keys)
      for (const reader of READERS) {
        const text = text_of(restored({ key, values: {} }), reader)
        if (text === key) continue // its words depend on a value
        const whole = text_of(new Message(key, Object.fromEntries(names_in(key).map((name) => [name, '…']))), reader)
        assert.equal(text, whole)
      }
  })

  test('shows its key when its words depend on a number that it lacks', () => {
    assert.equal(english(restored({ key: 'connecting.rows', values: {} })), 'connecting.rows')
    assert.equal(english(restored({ key: 'connecting.rows', values: { rows: 2 } })), '2 rows were stored.')
  })

  test('shows its key when no text has it any more, also within what an action keeps', () => {
    assert.equal(english(restored(DELETED)), DELETED.key)
    const { notes, figures } = restored_within({ notes: [DELETED], figures: { key: 1 } }) as Record<string, unknown[]>
    assert.deepEqual(notes, [restored(DELETED)])
    assert.deepEqual(figures, { key: 1 })
  })
})

const names_in = (key: Key) => [...catalogs.en[key].matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
