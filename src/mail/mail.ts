// How emails leave Tablero: by SMTP, or to the sandbox, which keeps them for tests and demos.
import type { Outbound } from '#engine/vendors/outbound.ts'
import { load_once } from '#lib/load_once.ts'

export interface Mail {
  /** Ends soon after the signal. Then nobody knows whether the server took the email. */
  send(written: WrittenMail, signal: AbortSignal): Promise<void>
}

export interface WrittenMail {
  to: string
  subject: string
  text: string
  html: string
}

export interface MailSettings {
  /** smtp:// or smtps://, with user and password where the server needs them. */
  smtp_url?: string
  /** Sender of all emails. */
  from: string
  sandbox_url?: string
}

/** The host below which the sandbox keeps emails. */
const SINK = 'https://mail.tablero.test/'
const TIMEOUT_MS = 20_000

/** Undefined: nothing is configured, so no email can be sent. */
export function open_mail(
  { smtp_url, from, sandbox_url }: MailSettings,
  outbound: Pick<Outbound, 'fetch'>,
): Mail | undefined {
  if (smtp_url !== undefined) return by_smtp(smtp_url, from)
  if (sandbox_url === undefined) return undefined
  return {
    async send(written, signal) {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ from, ...written })
      const { status } = await outbound.fetch({
        url: SINK,
        method: 'POST',
        headers,
        body,
        timeout_ms: TIMEOUT_MS,
        signal,
      })
      if (status >= 300) throw new Error(`the sandbox answered ${status} to an email`)
    },
  }
}

/**
 * The library is loaded with the first email, because few processes send any. Its limits are those of one silence. Only the signal ends a
 * conversation with a server that says something again and again.
 */
function by_smtp(url: string, from: string): Mail {
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = load_once(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      pool: true,
      maxConnections: 2,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...limits,
    })
  })
  return {
    async send(written, signal) {
      await (await transport()).sendMail({ from, ...written, signal })
    },
  }
}
