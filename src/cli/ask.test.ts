import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CredentialField } from '#engine/vendors/credential_fields.ts'
import { ask_fields } from './ask.ts'

const field = (name: string, more: Partial<CredentialField> = {}): CredentialField => ({
  ...{ name, is_required: true, kind: 'text', about: `About ${name}.` },
  ...more,
})

test('the operator is asked for each missing value, again for a required one, and may leave out an optional one', async () => {
  const fields = [
    field('shop'),
    field('client_id'),
    field('account_ids', { is_required: false, kind: 'list' }),
    field('access_token', { is_required: false }),
  ]
  const answers = ['', 'my id', '1, 2', '']
  const questions: string[] = []
  const values = await ask_fields(
    async (question) => {
      questions.push(question)
      return answers.shift()!
    },
    fields,
    { shop: 'given.example' },
  )
  assert.deepEqual(values, { shop: 'given.example', client_id: 'my id', account_ids: ['1', '2'] })
  assert.deepEqual(
    questions.map((question) => question.split('\n').at(-1)),
    ['  client_id: ', '  client_id: ', '  account_ids (may be empty): ', '  access_token (may be empty): '],
  )
})

test('a value that is no text is typed as a text', async () => {
  const fields = [field('is_hidden', { kind: 'boolean' }), field('states', { kind: 'object' })]
  const questions: string[] = []
  const typed = (...answers: string[]) => {
    const ask = async (question: string) => {
      questions.push(question)
      return answers.shift()!
    }
    return ask_fields(ask, fields, {})
  }
  assert.deepEqual(await typed('True', '{"shipped": "sold"}'), { is_hidden: true, states: { shipped: 'sold' } })
  assert.match(questions[0]!, /Write true or false\.\n/)
  assert.deepEqual(await typed('maybe', 'shipped'), { is_hidden: 'maybe', states: 'shipped' })
})
