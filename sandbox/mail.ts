// The sink of emails: it keeps what Tablero would send, newest first, for tests and the demo.
import type { FastifyInstance } from 'fastify'

/** Tablero sends its emails below this host. */
export const MAIL_HOST = 'mail.tablero.test'
const KEPT_MAX = 200
const BYTES_MAX = 256 * 1024

export interface KeptMail {
  to: string
  subject: string
  text: string
  html: string
  /** When it came. */
  at: string
}

const fields = ['to', 'subject', 'text', 'html'] as const

export function create_sink() {
  let mails: KeptMail[] = []
  return {
    clear() {
      mails = []
    },
    routes(app: FastifyInstance) {
      app.get('/', () => mails)
      app.post<{ Body: Partial<KeptMail> | null }>('/', { bodyLimit: BYTES_MAX }, ({ body }, reply) => {
        if (!fields.every((name) => typeof body?.[name] === 'string'))
          return reply.code(400).send({ error: `send ${fields.join(', ')}` })
        const { to, subject, text, html } = body as KeptMail
        mails = [{ to, subject, text, html, at: new Date().toISOString() }, ...mails].slice(0, KEPT_MAX)
        return { ok: true }
      })
    },
  }
}

export type Sink = ReturnType<typeof create_sink>
