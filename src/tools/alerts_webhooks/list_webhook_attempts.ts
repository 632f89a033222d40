import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { pages } from '#engine/pages.ts'
import { tool } from '#engine/tool.ts'
import { attempt, attempts_before } from './webhook_attempts.ts'
import { WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

const attempts = pages('attempts', attempt.extend({ attempt_id: z.uuid() }), {
  before: own_id('attempt_id', 'an attempt').describe('Only older ones than this attempt.'),
  id_of: ({ attempt_id }) => attempt_id,
  rows: 20,
  rows_max: 100,
})

export const list_webhook_attempts = tool({
  about: 'Attempts to deliver events to a webhook with the answers, a page at a time, newest first.',
  scopes: ['notifications:read'],
  module: WEBHOOK_MODULE,
  effect: 'read',
  internal: true,
  record: webhooks.family,
  input: { webhook_id, ...attempts.input },
  result: attempts.fields,
  example: { webhook_id: '01980000-0000-7000-8000-000000000000' },
  async run(asked, { db }) {
    await webhooks.must_exist(db, asked.webhook_id)
    return attempts.of(await attempts_before(db, { ...asked, limit: asked.limit + 1 }), asked.limit)
  },
})
