// What the tools of webhooks share.
import { z } from 'zod'
import { own_id } from '#engine/fields.ts'

export const WEBHOOK_MODULE = 'module_automatizaciones'

/** Webhooks of an organization. */
export const WEBHOOKS_MAX = 20

export const webhook_id = own_id('webhook_id').describe('The webhook; list_webhooks shows them.')

export const event_id = own_id('event_id').describe('The event; list_webhook_deliveries shows them.')

/** How an attempt ended. A number below 200 or from 300 on is a failure, too. */
export const status_of = (status_code: number | null): 'delivered' | 'failed' =>
  status_code !== null && status_code >= 200 && status_code < 300 ? 'delivered' : 'failed'

export const attempt_status = z
  .enum(['delivered', 'failed'])
  .describe('delivered: the address answered with 200 to 299.')
