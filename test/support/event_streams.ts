// Streams of events, read as a browser reads them.

import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { secrets_of } from '#accounts/settings.ts'
import type { TestApp } from '#test/app.ts'
import { Browser, join_org, new_person } from '#test/browser.ts'
import { TEST_KEY } from '#test/database.ts'
import { add_member } from '#test/people.ts'
import { until } from './until.ts'

export interface ReceivedEvent {
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of an event
  data: any
  /** On the clock of performance.now(). */
  at: number
}

export interface OpenStream {
  status: number
  headers: Headers
  /** The body of an answer that is no stream. */
  body: string
  events: ReceivedEvent[]
  /** Everything that came, heartbeats too. */
  text: string
  /** When the server ended the stream. */
  ended_at: number | undefined
  close(): void
}

export const cookie_of = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

export async function open_stream(
  { url }: Pick<TestApp, 'url'>,
  browser: Browser,
  org_ids: readonly string[],
  more: Record<string, string> = {},
): Promise<OpenStream> {
  const stop = new AbortController()
  const query = org_ids.map((org_id) => `org=${org_id}`).join('&')
  const answer = await fetch(`${url}/api/v1/events?${query}`, {
    headers: { accept: 'text/event-stream', cookie: cookie_of(browser), 'sec-fetch-site': 'same-origin', ...more },
    signal: stop.signal,
  })
  const stream: OpenStream = {
    status: answer.status,
    headers: answer.headers,
    body: '',
    events: [],
    text: '',
    ended_at: undefined,
    close: () => stop.abort(),
  }
  if (answer.status === 200) void read(answer, stream)
  else stream.body = await answer.text()
  return stream
}

async function read(answer: Response, stream: OpenStream): Promise<void> {
  const decoder = new TextDecoder()
  let read_chars = 0
  try {
    for await (const chunk of answer.body!) {
      stream.text += decoder.decode(chunk, { stream: true })
      for (let end = stream.text.indexOf('\n\n', read_chars); end >= 0; end = stream.text.indexOf('\n\n', read_chars)) {
        const [, event, data] = /^event: (.+)\ndata: (.+)$/.exec(stream.text.slice(read_chars, end)) ?? []
        if (event && data) stream.events.push({ event, data: JSON.parse(data), at: performance.now() })
        read_chars = end + 2
      }
    }
  } catch {
    // The test closed the stream, or the server did without an end.
  }
  stream.ended_at = performance.now()
}

/** A member with a session, made in the database: signing up has a limit for each address. */
export async function signed_in(app: TestApp, email: string, org_id: string): Promise<Browser> {
  const token = randomUUID()
  const { rows } = await app.db.query(
    `with u as (insert into auth.users (name, email, email_verified) values ('Ana', $1, true) returning id)
     insert into auth.sessions (token, user_id, expires_at) select $2, id, now() + interval '1 hour' from u returning user_id`,
    [email, token],
  )
  await add_member(app.db, { org_id, role: 'admin', user_id: rows[0].user_id, email })
  const signature = createHmac('sha256', secrets_of({ master_key: TEST_KEY })[0]!)
    .update(token)
    .digest('base64')
  const browser = new Browser(app)
  browser.cookies.set('tablero.session_token', encodeURIComponent(`${token}.${signature}`))
  return browser
}

export const user_id_of = async ({ db }: Pick<TestApp, 'db'>, email: string): Promise<string> =>
  (await db.query('select id from auth.users where email = $1', [email])).rows[0].id

/** A person who signed up, and is a viewer of these organizations. */
export async function viewer(app: TestApp, email: string, org_ids: readonly string[]): Promise<Browser> {
  const browser = await new_person(app, email)
  for (const org_id of org_ids) await join_org(app, browser, { org_id, role: 'viewer' })
  return browser
}

export async function add_connection({ db }: Pick<TestApp, 'db'>, org_id: string, name: string): Promise<string> {
  const { rows } = await db.query(
    `insert into connections (org_id, platform, name) values ($1, 'sx', $2) returning connection_id`,
    [org_id, name],
  )
  return rows[0].connection_id
}

export async function add_run(
  { db }: Pick<TestApp, 'db'>,
  { org_id, connection_id, progress = 0 }: { org_id: string; connection_id: string; progress?: number },
): Promise<string> {
  const { rows } = await db.query(
    `insert into sync_runs (org_id, connection_id, trigger, state, progress, stream)
     values ($1, $2, 'tool', 'running', $3, 'orders') returning run_id`,
    [org_id, connection_id, progress],
  )
  return rows[0].run_id
}

/** The connections of the organization with which the stream began. */
export async function snapshot_of(stream: OpenStream, org_id: string): Promise<Record<string, unknown>[]> {
  const find = () => stream.events.find(({ event, data }) => event === 'snapshot' && data.org_id === org_id)
  assert.ok(await until(() => find() !== undefined), `no snapshot came, but ${stream.text} ${stream.body}`)
  return find()!.data.connections
}
