// The reference at /docs: Scalar, served from its package. The content security policy of the page allows requests to this server only.
import { hash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipped } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The package writes one fixed nonce into its page. Each answer replaces the nonce with a new one. */
const NONCE = 'nonce-of-this-answer'

/** What a demo shows: its key, and real answers by tool. A demo fills them in when it has them. */
export interface DocsExamples {
  key?: string
  answers?: Record<string, unknown>
}

/** Stands in the page for the demo's key. */
const KEY = 'key-of-the-demo'
/** Another name can be an attacker's name for this machine, whose page could then read the key. */
const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]']

export async function docs(server: FastifyInstance, { examples }: { examples?: DocsExamples }): Promise<void> {
  let script: Promise<Script> | undefined
  server.addHook('onSend', async (request, reply, payload) => {
    if (reply.getHeader('content-type')?.toString().startsWith('application/javascript')) {
      script ??= compressed(payload as string | Buffer)
      return script_answer(await script, request, reply)
    }
    if (typeof payload !== 'string' || !reply.getHeader('content-type')?.toString().startsWith('text/html'))
      return payload
    const nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', policy(nonce))
    const key = OWN_NAMES.includes(request.hostname) ? (examples?.key ?? '') : ''
    return payload.replaceAll(NONCE, nonce).replaceAll(KEY, key)
  })
  await server.register(scalar, {
    routePrefix: '/docs',
    logLevel: 'warn',
    configuration: {
      pageTitle: 'Tablero API',
      nonce: NONCE,
      url: '/api/openapi.json',
      servers: [{ url: '/' }],
      proxyUrl: '',
      telemetry: false,
      withDefaultFonts: false,
      hideClientButton: true,
      hideModels: true,
      favicon: 'data:,',
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      authentication: {
        preferredSecurityScheme: 'api_key',
        ...(examples && { securitySchemes: { api_key: { token: KEY } } }),
      },
      persistAuth: false,
    } as object,
  })
}

/** The package's script. It is large and changes only with its version, so it is compressed once. */
interface Script {
  etag: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/** A good compression that takes a second, once. */
const BROTLI_QUALITY = 9

async function compressed(text: string | Buffer): Promise<Script> {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, gzip] = await Promise.all([promisify(brotliCompress)(plain, { params }), promisify(gzipped)(plain)])
  return { etag: `"${hash('sha256', plain, 'base64url')}"`, plain, br, gzip }
}

function script_answer({ etag, ...bodies }: Script, { headers }: FastifyRequest, reply: FastifyReply): Buffer | null {
  // The address has no version, so a browser asks again after an hour, and gets no second copy.
  reply.headers({
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    etag,
    vary: 'accept-encoding',
  })
  if (headers['if-none-match'] === etag) {
    reply.code(304).removeHeader('content-length')
    return null
  }
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  const encoding = (['br', 'gzip'] as const).find((name) => is_accepted(name, accepted))
  if (encoding) reply.header('content-encoding', encoding)
  const body = bodies[encoding ?? 'plain']
  reply.header('content-length', body.length)
  return body
}

/** RFC 9110, section 12.5.3: a weight of 0 means that the client refuses the encoding. */
const is_accepted = (name: string, accepted: string[]) =>
  accepted.some((item) => {
    const [given, weight = 'q=1'] = item.split(';').map((part) => part.trim())
    return given === name && Number(weight.slice(2)) > 0
  })

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // Scalar writes style attributes. A style cannot load anything here, because the policy allows no other source.
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
