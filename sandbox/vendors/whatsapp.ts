// The Cloud API of WhatsApp: POST /{phone number id}/messages, with its windows and errors (developers.facebook.com, read 2026-11).
// A person whose number ends in 00 has no WhatsApp. `/sandbox/say` lets a person write to Tablero.
import { createHmac } from 'node:crypto'
import type { Vendor } from '../vendor.ts'
import { answer_as_graph, GraphError, graph_error, graph_rules, version } from './mx_ads/graph.ts'

/** The operator's number in the sandbox, as Tablero is configured with it. */
export const whatsapp_app = {
  phone: '+525500001111',
  phone_id: '106540352242922',
  token: 'sandbox-access-whatsapp-0',
  app_secret: 'sandbox-whatsapp-secret',
  verify_token: 'sandbox-whatsapp-verify',
  template: 'tablero_notification',
}

const window_ms = 24 * 3_600_000
const text_chars_max = 4_096
const value_chars_max = 1_024

interface Message {
  messaging_product?: string
  to?: string
  type?: 'text' | 'template'
  text?: { body?: string }
  template?: { name?: string; components?: { parameters?: { text?: string }[] }[] }
}

/** A signed delivery of the platform. */
export const signed = (body: string, secret = whatsapp_app.app_secret) => ({
  'content-type': 'application/json',
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})

const announcement = (value: object) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', ...value } }] }],
  })

export const said = (from: string, text: string) =>
  announcement({ messages: [{ from, id: 'wamid.in', timestamp: '1', type: 'text', text: { body: text } }] })
export const status_of = (id: string, status: string, code?: number) =>
  announcement({
    statuses: [
      { id, status, timestamp: '1', ...(code !== undefined && { errors: [{ code, title: 'Undeliverable' }] }) },
    ],
  })

export const whatsapp: Vendor = {
  platform: 'whatsapp',
  hosts: ['graph.facebook.com'],
  shares_hosts: true,
  ...graph_rules,
  // The token of a system user has no end, so the routes compare it.
  open: () => true,
  throttle: () => graph_error('(#130429) Rate limit hit', 130_429, { status: 429 }),
  routes(app, { world }) {
    answer_as_graph(app)
    app.addHook('preHandler', async ({ headers }) => {
      if (headers.authorization !== `Bearer ${whatsapp_app.token}`)
        throw new GraphError('Invalid OAuth access token - Cannot parse access token', 190, { status: 401 })
    })
    const heard = new Map<string, number>()
    let sent = 0
    app.post<{ Body: { from: string; text: string; url: string } }>(`/${version}/sandbox/say`, async ({ body }) => {
      heard.set(body.from, world.now())
      const text = said(body.from, body.text)
      const answer = await fetch(body.url, { method: 'POST', headers: signed(text), body: text })
      return { status: answer.status }
    })
    app.post<{ Params: { id: string }; Body: Message }>(`/${version}/:id/messages`, ({ params, body }) => {
      const { messaging_product, to = '', type, text, template } = body ?? {}
      if (params.id !== whatsapp_app.phone_id) throw new GraphError('Unsupported post request.', 100)
      if (messaging_product !== 'whatsapp' || !/^\d+$/.test(to)) throw new GraphError('(#100) Invalid parameter', 100)
      if (to.endsWith('00')) throw new GraphError('(#131026) Message undeliverable', 131_026)
      const is_open = world.now() - (heard.get(to) ?? Number.NEGATIVE_INFINITY) < window_ms
      if (type === 'text') {
        if (!is_open) throw new GraphError('(#131047) Re-engagement message', 131_047)
        if (!text?.body || text.body.length > text_chars_max) throw new GraphError('(#100) Invalid parameter', 100)
      } else if (type === 'template') {
        if (template?.name !== whatsapp_app.template)
          throw new GraphError('(#132001) Template name does not exist in the translation', 132_001, { status: 404 })
        const values = template.components?.flatMap(({ parameters = [] }) => parameters) ?? []
        const is_wrong =
          values.length !== 1 || values.some(({ text = '' }) => /\s\s|\n/.test(text) || text.length > value_chars_max)
        if (is_wrong) throw new GraphError('(#132000) Number of parameters does not match', 132_000)
      } else throw new GraphError('(#100) Invalid parameter', 100)
      sent += 1
      return {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id: `wamid.SANDBOX${sent}` }],
      }
    })
  },
}
