import { z } from 'zod'
import { limit } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import { attempt, page_of_attempts } from './webhook_attempts.ts'
import { WEBHOOK_MODULE, webhook_id } from './webhook_fields.ts'
import { webhooks } from './webhooks.ts'

const LIMIT_MAX = 100

export const list_webhook_attempts = tool({
  about: 'Attempts to deliver events to a webhook with the answers, a page at a time, newest first.',
  scopes: ['notifications:read'],
  module: WEBHOOK_MODULE,
  effect: 'read',
  internal: true,
  record: webhooks.family,
  input: {
    webhook_id,
    before: z
      .uuid('must be the attempt_id of an attempt, a UUID')
      .optional()
      .describe('Only older ones than this attempt.'),
    limit: limit(20, LIMIT_MAX),
  },
  result: {
    attempts: z.array(attempt.extend({ attempt_id: z.uuid() })),
    next_before: z.uuid().nullable().describe('Of the next page. null: this is the last one.'),
  },
  example: { webhook_id: '01980000-0000-7000-8000-000000000000' },
  async run(asked, { db }) {
    await webhooks.must_exist(db, asked.webhook_id)
    return page_of_attempts(db, asked)
  },
})
