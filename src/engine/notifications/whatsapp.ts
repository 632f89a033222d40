// Sends WhatsApp messages from the number of this Tablero, with the Cloud API (assumed, because its page was not read). A person who wrote
// within 24 hours gets a free text. Everybody else gets the approved template, whose only value is the text.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Content, fitting, short } from '#engine/notifications/content.ts'
import { type Delivery, post_json } from '#engine/notifications/delivery.ts'
import type { Outbound, OutboundAnswer } from '#engine/vendors/outbound.ts'
import { json_in } from '#lib/lossless_json.ts'
import type { Language } from '#messages/message.ts'

/** The operator's number, and the app that may use it. */
export interface Messaging {
  /** E.164, which people see. */
  phone: string
  phone_id: string
  token: string
  app_secret: string
  verify_token: string
  /** Name of the approved template. Without it, nothing is sent outside of the 24 hours. */
  template?: string
}

const API = 'https://graph.facebook.com/v26.0'
const TEXT_CHARS_MAX = 4_096
/** A value of a template has no line breaks, and the whole text 1,024 characters. */
const TEMPLATE_CHARS_MAX = 900
const WINDOW_MS = 24 * 3_600_000
/** A message that is sent at the very end of the window can arrive after it. */
const MARGIN_MS = 60_000
export const PACE_MS = 6_000

const template_languages: Record<Language, string> = { en: 'en', es: 'es', pt: 'pt_BR' }

interface Reader {
  phone: string
  language: Language
  heard_at: string | null
  now: Date
}

export async function send_whatsapp(
  outbound: Pick<Outbound, 'fetch'>,
  { phone_id, token, template }: Messaging,
  { phone, language, heard_at, now }: Reader,
  content: Content,
): Promise<Delivery> {
  const is_open = heard_at !== null && now.getTime() < Date.parse(heard_at) + WINDOW_MS - MARGIN_MS
  if (!is_open && template === undefined) return { end: 'failed', reason: 'window_closed' }
  const text = text_of(content)
  const message = is_open
    ? { type: 'text', text: { body: short(text, TEXT_CHARS_MAX), preview_url: false } }
    : { type: 'template', template: template_of(template!, language, text) }
  const url = `${API}/${phone_id}/messages`
  const to = phone.slice(1)
  const body = { messaging_product: 'whatsapp', recipient_type: 'individual', to, ...message }
  return post_json(outbound, { url, headers: { authorization: `Bearer ${token}` }, body }, delivery_of)
}

function text_of({ title, items, url, more }: Content): string {
  const { shown, hidden } = fitting(items, { items_max: 20, chars_max: 3_000 })
  const lines = shown.flatMap((item) => (items.length === 1 ? [item.text] : [`• ${item.title}`]))
  return [title, ...lines, ...(hidden > 0 ? [more(hidden)] : []), url].join('\n')
}

const template_of = (name: string, language: Language, text: string) => ({
  name,
  language: { code: template_languages[language] },
  components: [
    {
      type: 'body',
      parameters: [{ type: 'text', text: short(text.replace(/\s+/g, ' '), TEMPLATE_CHARS_MAX) }],
    },
  ],
})

/** Codes of the Cloud API: the number has no WhatsApp or does not accept us. */
const UNREACHABLE_CODES = new Set([131026, 131021, 131050])
/** Rates of the app, the number and the pair of numbers. */
const LIMITED = new Set([4, 80007, 130429, 131048, 131056])

export function failure_of(code: number): Delivery {
  if (UNREACHABLE_CODES.has(code)) return { end: 'gone', reason: `refused_${code}` }
  if (LIMITED.has(code)) return { end: 'later', reason: 'limited' }
  return { end: 'failed', reason: `refused_${code}` }
}

function delivery_of({ status, text }: OutboundAnswer): Delivery {
  const read = json_in(text) as { messages?: { id?: string }[]; error?: { code?: number } } | undefined
  const id = read?.messages?.[0]?.id
  if (status < 300) return { end: 'sent', ...(typeof id === 'string' && { vendor_id: id }) }
  if (typeof read?.error?.code === 'number') return failure_of(read.error.code)
  return status >= 500 || status === 429
    ? { end: 'later', reason: `answered_${status}` }
    : { end: 'failed', reason: `answered_${status}` }
}

/** The signature of what the platform sends covers the body as it came. Compares in constant time. */
export function is_from_platform(raw: Buffer, header: string | undefined, app_secret: string): boolean {
  const own = Buffer.from(`sha256=${createHmac('sha256', app_secret).update(raw).digest('hex')}`)
  const given = Buffer.from(header ?? '')
  return own.length === given.length && timingSafeEqual(own, given)
}

/** Numbers as WhatsApp writes them, in E.164: Mexican ones have a 1 after the country, and Brazilian ones can lack their ninth digit. */
export function phone_of(wa_id: string): string {
  const digits = wa_id.replace(/^521(\d{10})$/, '52$1').replace(/^55(\d{2})([6-9]\d{7})$/, '55$19$2')
  return `+${digits}`
}
