// Builds the context in which a tool runs.
import { randomUUIDv7 } from 'node:crypto'
import { begin_sql, end_session_after, type Transaction } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { today_in } from '#domain/windows.ts'
import { person_of } from '#engine/access/caller.ts'
import type { Directory } from '#engine/access/directory.ts'
import { names_of } from '#engine/audit/list.ts'
import { has_tool, type Identified } from '#engine/calls/admission.ts'
import { busy } from '#engine/calls/database_refusals.ts'
import { link_address } from '#engine/connecting/links.ts'
import type { App, SignIn } from '#engine/connector/sign_in.ts'
import type { Connector } from '#engine/connector.ts'
import { enqueue_on, type Jobs } from '#engine/job.ts'
import type { Mailing } from '#engine/mail.ts'
import { seal_chat_address } from '#engine/notifications/channels.ts'
import type { Messaging } from '#engine/notifications/whatsapp.ts'
import { new_secret, seal_secret } from '#engine/outbound_webhooks/signature.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Catalog, CheckCode, Context } from '#engine/tool.ts'
import { limited_until } from '#engine/vendors/limits_of_connection.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import type { Clock } from '#lib/clock.ts'

/** Calls that wait for a session for SQL of callers. Each holds a connection of calls meanwhile, of which others would get none. */
const SQL_WAITING_MAX = 2

interface Parts extends Keyring {
  pool: Pool
  clock: Clock
  catalog: Catalog
  directory: Pick<Directory, 'shared'>
  jobs: Jobs
  connectors: Record<string, Connector>
  sign_ins: Record<string, SignIn>
  apps?: Record<string, App>
  mailing?: Mailing
  messaging?: Messaging
  check_code?: CheckCode
  base_url: string
}

interface ContextRequest {
  request_id: string
  concerns?: Context['concerns']
  signal?: AbortSignal
  progress?: Context['progress']
}

export function context_of(
  {
    pool,
    clock,
    catalog,
    directory,
    jobs,
    connectors,
    sign_ins,
    apps = {},
    mailing,
    messaging,
    check_code,
    base_url,
    ...ring
  }: Parts,
  { request_id, signal, concerns = () => {}, progress = () => {} }: ContextRequest,
  { caller, org, within }: Identified & { within: Transaction },
): Context {
  const now = clock.now()
  const { db } = within
  return {
    caller,
    org,
    db,
    now,
    today: today_in(org.time_zone, now),
    request_id,
    enqueue: enqueue_on(db, jobs),
    concerns,
    async in_new_org(work) {
      const org_id = randomUUIDv7()
      await within.in_other_org(pool, org_id, (other) => work(other, org_id))
      concerns(org_id)
      return org_id
    },
    has_tool: (name) => has_tool(catalog.get(name), { caller, org }),
    async in_sql(work) {
      if (pool.sql.waitingCount >= SQL_WAITING_MAX) throw busy()
      await using transaction = await begin_sql(pool, { org_id: org.org_id, signal })
      end_session_after(transaction.db)
      return await transaction.commit_after(work)
    },
    connectors,
    sign_ins,
    mailing,
    signing_secret(webhook_id) {
      const secret = new_secret()
      return { secret, sealed: seal_secret(ring, { org_id: org.org_id, webhook_id }, secret) }
    },
    seal_chat_address: (url) => seal_chat_address(ring, org.org_id, url),
    messaging_phone: messaging?.phone,
    async check_code(code) {
      if (caller.via !== 'session' || !check_code)
        return refuse('Only a person who is signed in to the dashboard can give a one-time code.')
      await check_code(caller.user_id, code)
    },
    base_url,
    names_of_actors: (calls) => names_of(pool, calls),
    connect_link: (platform) => {
      const returns = caller.via === 'session'
      const { actor } = caller
      return link_address(ring, {
        base_url,
        org_id: org.org_id,
        platform,
        now,
        returns,
        user_id: person_of(caller),
        actor,
      })
    },
    limited_until: (connection_id, platform) =>
      limited_until(db, connectors[platform]!, {
        org_id: org.org_id,
        connection_id,
        platform,
        now,
        app: apps[platform],
      }),
    shared: (name, read) => directory.shared(name, read),
    progress,
  }
}
