import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLANNED_EACH_TIME, statement_name } from '#db/prepared.ts'

const names_of = (text: string) => Array.from({ length: 5 }, () => statement_name(text))

test('a repeated statement gets a name, and keeps it', () => {
  const names = names_of('select $1::int as prepared')
  assert.deepEqual(names.slice(0, 2), [undefined, undefined])
  assert.match(names[2]!, /^s\d+$/)
  assert.deepEqual(names.slice(3), [names[2], names[2]])
})

test('a statement that is planned each time gets no name', () => {
  assert.deepEqual(new Set(names_of(`${PLANNED_EACH_TIME} select $1::int as planned`)), new Set([undefined]))
})
