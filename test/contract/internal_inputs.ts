// Inputs of internal tools whose examples name rows that do not exist. A setting that would keep later calls out is set back.
import { randomUUID } from 'node:crypto'
import { create_org } from '#test/access.ts'
import type { TestApp } from '#test/app.ts'
import type { Seed } from '#test/fixtures.ts'

export type Input = Record<string, unknown>
export type Make = (app: TestApp, seed: Seed) => Input | Promise<Input>

export const internal_inputs: Record<string, Make> = {
  accept_access_request: async (app, seed) => ({ request_id: await new_request(app, seed) }),
  assign_api_key: async (app, seed) => ({ key_id: await new_key(app, seed), user_id: await new_member(app, seed) }),
  decline_access_request: async (app, seed) => ({ request_id: await new_request(app, seed) }),
  disconnect_app: async (app, seed) => ({ grant_id: await new_grant(app, seed) }),
  end_guardrail: async (app, seed) => ({ guardrail_id: await new_guardrail(app, seed) }),
  rename_api_key: async (app, seed) => ({ key_id: await new_key(app, seed), name: 'my agent' }),
  list_webhook_attempts: async (app, seed) => ({ webhook_id: (await delivered(app, seed)).webhook_id }),
  replay_webhook: async (app, seed) => ({
    ...{ webhook_id: (await delivered(app, seed)).webhook_id, since: '2026-11-01T00:00:00Z' },
  }),
  resend_webhook_delivery: delivered,
  rotate_webhook_secret: async (app, seed) => ({ webhook_id: (await delivered(app, seed)).webhook_id }),
  test_webhook: async (app, seed) => ({ webhook_id: (await delivered(app, seed)).webhook_id }),
  revoke_api_key: async (app, seed) => ({ key_id: await new_key(app, seed) }),
  set_code_amount: async ({ db }, { org_id }) => {
    await db.query('update orgs set code_amount_micros = null, code_currency = null where org_id = $1', [org_id])
    return { code_amount: '500' }
  },
  set_member_approver: async (app, seed) => ({ user_id: await new_member(app, seed), is_approver: true }),
  update_org_settings: () => ({ industry: 'Coffee' }),
}

export async function new_member({ db }: TestApp, { org_id, name }: Seed): Promise<string> {
  const { rows } = await db.query(
    `insert into members (org_id, user_id, email, name, role) values ($1, uuid_v7(), $2 || '@example.com', $2, 'member') returning user_id`,
    [org_id, name],
  )
  return rows[0].user_id
}

const new_key = async (app: TestApp, { org_id }: Seed) => (await app.key(org_id)).key_id

/** A request of an agency to the admin who signed up first, whose session calls. */
async function new_request({ db }: TestApp, { org_id }: Seed): Promise<string> {
  const agency = await create_org(db, { name: `agency ${randomUUID()}`, kind: 'agency' })
  const { rows } = await db.query(
    `insert into access_requests (org_id, email, requested_by, created_at, expires_at)
     select $1, u.email, 'test', now(), now() + interval '7 days' from members m join auth.users u on u.id = m.user_id
     where m.org_id = $2 and m.role = 'admin' order by u.created_at limit 1 returning request_id`,
    [agency, org_id],
  )
  return rows[0].request_id
}

/** An app that acts for the admin who signed up first, whose session calls. */
async function new_grant({ db }: TestApp, { org_id }: Seed): Promise<string> {
  const { rows } = await db.query(
    `with client as (insert into auth.oauth_clients (client_id, name, redirect_uris) values ($1, 'An app', '[]') returning client_id)
     insert into auth.oauth_grants (client_id, user_id, granted_org_id, scopes, created_at, updated_at)
     select client_id, u.id, $2, '[]', now(), now() from client, members m join auth.users u on u.id = m.user_id
     where m.org_id = $2 and m.role = 'admin' order by u.created_at limit 1 returning id`,
    [randomUUID(), org_id],
  )
  return rows[0].id
}

async function new_guardrail({ db }: TestApp, { org_id, name }: Seed): Promise<string> {
  const { rows } = await db.query(
    `insert into guardrails (org_id, guardrail_id, version, agent_slug, needs_approval, created_by, created_at, currency)
     values ($1, uuid_v7(), 1, $2, true, $3, now(), 'USD') returning guardrail_id`,
    [org_id, `agent-${randomUUID()}`, name],
  )
  return rows[0].guardrail_id
}

/** A webhook of its own, with one event that was delivered. */
async function delivered({ db }: TestApp, { org_id, name }: Seed) {
  const { rows } = await db.query(
    `with webhook as (insert into webhooks (org_id, url, events) values ($1, 'https://receiver.example/ok', '{order.created}') returning *),
       event as (insert into events (org_id, type, data, occurred_at) values ($1, 'order.created', '{}', '2026-11-19T00:00:00Z') returning *)
     select webhook_id, event_id from webhook, event`,
    [org_id],
  )
  const { webhook_id, event_id } = rows[0]
  await db.query(
    `insert into webhook_deliveries (org_id, event_id, webhook_id, state, created_at) values ($1, $2, $3, 'delivered', '2026-11-19T00:00:00Z')`,
    [org_id, event_id, webhook_id],
  )
  await db.query(
    `insert into webhook_attempts (org_id, event_id, webhook_id, attempted_at, duration_ms, response) values ($1, $2, $3, '2026-11-19T00:00:00Z', 7, $4)`,
    [org_id, event_id, webhook_id, name],
  )
  return { webhook_id, event_id }
}
