import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CredentialField } from '#engine/vendors/credential_fields.ts'
import { ask_fields } from './ask.ts'

const field = (name: string, more: Partial<CredentialField> = {}): CredentialField => ({
  ...{ name, is_required: true, is_list: false, about: `About ${name}.` },
  ...more,
})

test('the operator is asked for each missing value, again for a required one, and may leave out an optional one', async () => {
  const fields = [
    field('shop'),
    field('client_id'),
    field('account_ids', { is_required: false, is_list: true }),
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
