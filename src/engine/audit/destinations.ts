// Where anchors go: a folder, an object store or web server that takes PUT, or a syslog server. AUDIT_ANCHORS names it.
import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { connect, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { connect as connect_tls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { type S3Key, signed_put } from '#engine/audit/signed_put.ts'
import { create_outbound } from '#engine/vendors/outbound.ts'
import { make_folder } from '#lib/folder.ts'
import { mark_remote } from '#lib/remote_errors.ts'

export interface Destination {
  /** `file:`, `https:` with {name}, `syslog:` or `syslog+tls:`. */
  url: string
  /** Sent with each PUT. */
  headers?: Record<string, string>
  /** Signs each PUT for an object store that speaks S3. */
  s3_key?: S3Key
  /** The longest time of one delivery. */
  timeout_ms?: number
}

const TIMEOUT_MS = 20_000
/** Time in which a server that does not want the lines has closed the connection, before the client closes it. */
const CLOSED_EARLY_MS = 500
const SYSLOG_PORT = { 'syslog:': 514, 'syslog+tls:': 6514 }
/** RFC 5424: facility 13 (log audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6

/** Returns when the lines have arrived, as far as the destination confirms it. Throws otherwise, and the next export repeats them. */
export function deliver(destination: Destination, lines: readonly string[], now: Date): Promise<void> {
  const url = new URL(destination.url)
  if (url.protocol === 'file:') return append(fileURLToPath(url), lines, now)
  if (url.protocol === 'https:' || url.protocol === 'http:') return put(destination, lines, now)
  return log(destination, lines, now)
}

/** One file a month. A file is only appended to, so an append-only folder or file works. */
async function append(folder: string, lines: readonly string[], now: Date): Promise<void> {
  make_folder(folder, 0o700)
  await using file = await open(join(folder, `${now.toISOString().slice(0, 7)}.jsonl`), 'a', 0o600)
  await file.appendFile(text_of(lines))
  await file.sync()
}

/** Each export is an object of its own, because object stores cannot append and may forbid to replace. */
async function put(
  { url, headers, s3_key, timeout_ms = TIMEOUT_MS }: Destination,
  lines: readonly string[],
  now: Date,
): Promise<void> {
  // The operator names the address, so it may be private.
  const outbound = create_outbound({ is_reachable: () => true })
  try {
    const name = `${now.toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.jsonl`
    const target = new URL(url.replaceAll('{name}', name))
    const body = text_of(lines)
    const type = { 'content-type': 'application/x-ndjson', ...headers }
    const sent = s3_key ? await signed_put(target, body, s3_key, { now, headers: type }) : type
    const { status } = await outbound.fetch({
      url: target.href,
      method: 'PUT',
      headers: sent,
      body,
      timeout_ms,
    })
    if (status < 200 || status > 299) throw new Error(`the destination of anchors answered with status ${status}`)
  } finally {
    await outbound.close()
  }
}

/**
 * RFC 5424 over TCP or TLS, each message with its length (RFC 6587, RFC 5425). Syslog confirms only that the bytes were received: a server
 * that took them closes the connection after the client did.
 */
async function log(destination: Destination, lines: readonly string[], now: Date): Promise<void> {
  const url = new URL(destination.url)
  const head = `<${PRIORITY}>1 ${now.toISOString()} ${hostname()} tablero - anchor - `
  const frames = lines.map((line) => `${Buffer.byteLength(head + line)} ${head}${line}`)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = connect_to(url)
  const late = setTimeout(
    () => socket.destroy(new Error('it did not answer in time')),
    destination.timeout_ms ?? TIMEOUT_MS,
  )
  let closing: NodeJS.Timeout | undefined
  socket.once('error', reject)
  socket.once('end', () => {
    if (!socket.writableEnded) socket.destroy(new Error('it closed the connection too early'))
  })
  socket.once('close', () => resolve())
  socket.resume()
  socket.write(frames.join(''), () => {
    closing = setTimeout(() => socket.end(), CLOSED_EARLY_MS)
  })
  await promise
    .catch((error: Error) => {
      const { host } = url
      throw mark_remote(
        new Error(`the syslog server ${host} did not take the anchors: ${error.message}`, {
          cause: mark_remote(error),
        }),
      )
    })
    .finally(() => {
      clearTimeout(late)
      clearTimeout(closing)
    })
}

function connect_to({ protocol, hostname: host, port }: URL): Socket {
  const at = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || SYSLOG_PORT[protocol as 'syslog:'] }
  // TLS names no addresses. A certificate for an address is checked all the same.
  return protocol === 'syslog:' ? connect(at) : connect_tls(isIP(at.host) ? at : { ...at, servername: at.host })
}

const text_of = (lines: readonly string[]) => `${lines.join('\n')}\n`
