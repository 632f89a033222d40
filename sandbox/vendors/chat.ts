// Incoming webhooks of chats. Each refuses what its documentation does not allow, in its own words (docs.slack.dev, docs.discord.com,
// developers.google.com/workspace/chat, learn.microsoft.com, read 2026-11). A path with the word `deleted` is an address that was deleted.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Vendor } from '../vendor.ts'

type Fields = Record<string, unknown>

const bytes_of = (body: unknown) => Buffer.byteLength(JSON.stringify(body))
const list_of = (value: unknown): Fields[] => (Array.isArray(value) ? value : [])

/** Characters that a text of a block may have. */
const slack_text_max: Record<string, number> = { header: 150, section: 3_000 }

function slack_fault({ text, blocks }: Fields): string | undefined {
  const all = list_of(blocks)
  if (typeof text !== 'string' && all.length === 0) return 'no_text'
  const is_long = all.some(
    ({ type, text: of }) => ((of as Fields)?.text as string)?.length > slack_text_max[String(type)]!,
  )
  const is_empty = all.some(({ text: of }) => (of as Fields)?.text === '')
  return all.length > 50 || is_long || is_empty ? 'invalid_blocks' : undefined
}

function discord_fault({ content, embeds }: Fields): string | undefined {
  const all = list_of(embeds)
  if (content === undefined && all.length === 0) return 'Cannot send an empty message'
  const chars = all.reduce((sum, { title, description }) => sum + `${title ?? ''}${description ?? ''}`.length, 0)
  const is_long = all.some(
    ({ title = '', description = '' }) => `${title}`.length > 256 || `${description}`.length > 4_096,
  )
  return is_long || chars > 6_000 || all.length > 10 || `${content ?? ''}`.length > 2_000
    ? 'Invalid Form Body'
    : undefined
}

function teams_fault({ type, attachments }: Fields): string | undefined {
  const [card] = list_of(attachments)
  const { contentType, content } = card ?? {}
  const is_card =
    contentType === 'application/vnd.microsoft.card.adaptive' && (content as Fields)?.type === 'AdaptiveCard'
  return type === 'message' && is_card ? undefined : "Property 'type' must be 'AdaptiveCard'"
}

interface Chat {
  host: string
  bytes_max: number
  fault: (body: Fields) => string | undefined
  taken: Answer
  deleted: Answer
  refused: (fault: string) => Answer
  limited: Answer
}

const chats: Chat[] = [
  {
    host: 'hooks.slack.com',
    bytes_max: 100_000,
    fault: slack_fault,
    taken: { status: 200, body: 'ok' },
    deleted: { status: 404, body: 'no_service' },
    refused: (fault) => ({ status: 400, body: fault }),
    limited: { status: 429, headers: { 'retry-after': '30' }, body: 'rate_limited' },
  },
  {
    host: 'discord.com',
    bytes_max: 8_000_000,
    fault: discord_fault,
    taken: { status: 204, body: null },
    deleted: { status: 404, body: { message: 'Unknown Webhook', code: 10_015 } },
    refused: (message) => ({ status: 400, body: { message, code: 50_035 } }),
    limited: { status: 429, body: { message: 'You are being rate limited.', retry_after: 1.337, global: false } },
  },
  {
    host: 'chat.googleapis.com',
    bytes_max: 32_000,
    fault: ({ text, cardsV2 }) =>
      text === undefined && list_of(cardsV2).length === 0 ? 'Message cannot be empty.' : undefined,
    taken: { status: 200, body: { name: 'spaces/AAAA/messages/BBBB' } },
    deleted: { status: 404, body: { error: { code: 404, message: 'Space not found.', status: 'NOT_FOUND' } } },
    refused: (message) => ({ status: 400, body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } }),
    limited: { status: 429, body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } } },
  },
  {
    host: '*.westus.logic.azure.com',
    bytes_max: 28_000,
    fault: teams_fault,
    taken: { status: 202, body: null },
    deleted: { status: 404, body: { error: { code: 'WorkflowNotFound', message: 'The workflow was not found.' } } },
    refused: (message) => ({ status: 400, body: { error: { code: 'InvalidRequestContent', message } } }),
    limited: { status: 429, headers: { 'retry-after': '2' }, body: { error: { code: 'TooManyRequests' } } },
  },
  {
    host: 'chat.example',
    bytes_max: 1_000_000,
    fault: () => undefined,
    taken: { status: 200, body: { ok: true } },
    deleted: { status: 410, body: null },
    refused: () => ({ status: 400, body: null }),
    limited: { status: 429, headers: { 'retry-after': '5' }, body: null },
  },
]

function answer_of(chat: Chat, body: Fields, path: string): Answer {
  if (path.includes('deleted')) return chat.deleted
  if (path.includes('limited')) return chat.limited
  const fault = bytes_of(body) > chat.bytes_max ? 'too large' : chat.fault(body)
  return fault === undefined ? chat.taken : chat.refused(fault)
}

const vendor_of = (chat: Chat): Vendor => ({
  platform: 'chat',
  hosts: [chat.host],
  routes(app: FastifyInstance) {
    app.post('/*', (request: FastifyRequest, reply: FastifyReply) => {
      const { status, headers = {}, body } = answer_of(chat, (request.body ?? {}) as Fields, request.url)
      return reply.code(status).headers(headers).send(body)
    })
  },
  throttle: () => chat.limited,
  fail: (status) => ({ status, body: null }),
})

export const chat_hosts: Vendor[] = chats.map(vendor_of)
