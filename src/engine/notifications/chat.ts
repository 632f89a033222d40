// Sends a message to the address of a chat.
import { type ChatVendor, chat_forms } from '#engine/notifications/chat_forms.ts'
import type { Content } from '#engine/notifications/content.ts'
import { type Delivery, post_json, wait_of } from '#engine/notifications/delivery.ts'
import type { Outbound, OutboundAnswer } from '#engine/vendors/outbound.ts'

export const send_chat = (
  outbound: Pick<Outbound, 'fetch'>,
  { url, vendor }: { url: string; vendor: ChatVendor },
  content: Content,
): Promise<Delivery> => post_json(outbound, { url, body: chat_forms[vendor].body(content) }, delivery_of)

/** A chat says with these that the address is deleted or no longer valid. */
const CLOSED_STATUSES = new Set([401, 403, 404, 410])

function delivery_of(answer: OutboundAnswer): Delivery {
  const { status } = answer
  if (status >= 200 && status < 300) return { end: 'sent' }
  if (CLOSED_STATUSES.has(status)) return { end: 'gone', reason: `answered_${status}` }
  if (status === 429) return { end: 'later', reason: 'limited', wait_s: wait_of(answer) }
  if (status >= 500) return { end: 'later', reason: `answered_${status}`, wait_s: wait_of(answer) }
  return { end: 'failed', reason: `answered_${status}` }
}
