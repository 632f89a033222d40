// Long answers that rarely change are compressed once, and not sent again to a client that has them.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipped } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** In the server's order. */
const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

export interface Compressed extends Record<Encoding | 'plain', Buffer> {
  etag: string
}

/** A good compression, which takes a second for some megabytes. */
const BROTLI_QUALITY = 9

export async function compressed(text: string | Buffer): Promise<Compressed> {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, gzip] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzipped)(plain)])
  return { etag: `"${hash('sha256', plain, 'base64url')}"`, plain, br, gzip }
}

/** The body of an answer, and its headers. Null: the client has the content. */
export function body_of(content: Compressed, { headers }: FastifyRequest, reply: FastifyReply): Buffer | null {
  reply.headers({ etag: content.etag, vary: 'accept-encoding' })
  if (headers['if-none-match'] === content.etag) {
    reply.code(304).removeHeader('content-length')
    return null
  }
  const [encoding] = accepted_encodings(headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  const body = content[encoding ?? 'plain']
  reply.header('content-length', body.length)
  return body
}

/** In the server's order. RFC 9110, section 12.5.3: a weight of 0 means that the client refuses the encoding. */
export function accepted_encodings(header: string | string[] | undefined): Encoding[] {
  const accepted = String(header ?? '').split(',')
  return ENCODINGS.filter((name) =>
    accepted.some((item) => {
      const [given, weight = 'q=1'] = item.split(';').map((part) => part.trim())
      return given === name && Number(weight.slice(2)) > 0
    }),
  )
}
