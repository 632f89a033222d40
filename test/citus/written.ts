// A request to every tool that writes, in an order in which all are accepted.
import { randomUUID } from 'node:crypto'
import type { TestApp } from '#test/app.ts'
import { add_member, call_as_member, type Member, new_agency, result_of, type Team } from '#test/people.ts'
import { input_for } from '../contract/inputs.ts'

export interface Request {
  tool: string
  input: Record<string, unknown>
  as: Member
}

interface World {
  app: TestApp
  admin: Member
  agency: Team
  /** A colleague of the agency. */
  colleague: string
}

const NOW = '2026-11-19T12:00:00Z'

type Made = { input: Request['input']; as?: Member }

/** What comes after all others, because calls are refused then, or because others change what it names. */
const LAST = [
  ...['update_org_settings', 'start_phone_confirmation', 'disconnect_platform', 'end_agency_access'],
  ...['end_org', 'restore_org'],
]

async function key_of({ app }: World) {
  return (await app.key(app.acme.org_id, ['ads:read'])).key_id
}

/** A request of an agency that acme has not answered. Each is of another agency. */
async function asked({ app, admin }: World) {
  const agency = await new_agency(app)
  const { rows } = await app.db.query('select email from members where user_id = $1', [admin.user_id])
  const { request_id } = result_of(await agency.ask('request_access', { email: rows[0].email }))
  return { request_id, as: { org_id: agency.org_id, role: 'admin', user_id: agency.admin } as const }
}

async function guardrail({ app, admin }: World) {
  const input = { ...(await input_for(app.engine.catalog.get('set_guardrail')!, app, app.acme)) }
  return result_of(await call_as_member(app.engine, 'set_guardrail', input, admin)).guardrail_id
}

/** An action whose change can be undone. */
async function done(world: World) {
  const { app } = world
  const { action_id } = await input_for(app.engine.catalog.get('approve_action')!, app, app.acme)
  const { org_id } = app.acme
  const { rows } = await app.db.query(
    `select c.connection_id, a.account_id from connections c join connection_accounts a using (org_id, connection_id)
     where c.org_id = $1 and c.platform = 'mx_ads' limit 1`,
    [org_id],
  )
  const execution_id = randomUUID()
  await app.db.query(
    `insert into action_executions select (jsonb_populate_record(e, $1)).* from action_executions e where org_id = $2 limit 1`,
    [JSON.stringify({ execution_id, target_key: 'campaign:7', ended_at: NOW }), org_id],
  )
  const undoing = {
    ...{ action_id: randomUUID(), execution_id, status: 'executed', platform: 'mx_ads', ...rows[0] },
    ...{ ended_at: NOW, decided_at: NOW, decided_by: 'user:test' },
    inverse: { action: 'pause_campaign', input: { campaign_id: '7' } },
    differences: [{ field: 'status', before: 'paused', after: 'active' }],
  }
  await app.db.query(
    `insert into actions select (jsonb_populate_record(a, $1)).* from actions a where action_id = $2 and org_id = $3`,
    [JSON.stringify(undoing), action_id, org_id],
  )
  return undoing.action_id
}

/** An app that the admin has connected. No backup holds such a grant, so it is stored where the call runs. */
export const GRANT = {
  id: '01980000-0000-7000-8000-00000000a99a',
  sql: `insert into auth.oauth_grants (id, client_id, user_id, granted_org_id, scopes, created_at, updated_at)
    select $1, 'app', u.id, m.org_id, '["ads:read"]', now(), now() from auth.users u join members m on m.user_id = u.id`,
}

async function grant({ app, admin }: World) {
  await app.db.query(
    `insert into auth.oauth_clients (client_id, redirect_uris) values ('app', '["https://app.example/"]')`,
  )
  await app.db.query(
    `insert into auth.users (id, email, name, created_at, updated_at) values ($1, 'account@example.com', 'Ana', now(), now())`,
    [admin.user_id],
  )
  return GRANT.id
}

async function delivery({ app }: World) {
  const { rows } = await app.db.query(
    `update webhook_deliveries set state = 'delivered', next_at = null where org_id = $1 returning webhook_id, event_id`,
    [app.acme.org_id],
  )
  return rows[0]
}

/** Inputs of tools whose example is not enough. */
const own: Record<string, (world: World) => Made | Promise<Made>> = {
  accept_access_request: async (world) => ({ input: { request_id: (await asked(world)).request_id } }),
  approve_action_with_code: async ({ app }) => ({
    input: { ...(await input_for(app.engine.catalog.get('approve_action')!, app, app.acme)), code: '123456' },
  }),
  assign_api_key: async (world) => ({ input: { key_id: await key_of(world), user_id: world.admin.user_id } }),
  create_client: async ({ app, agency }) => ({
    input: app.engine.catalog.get('create_client')!.example!,
    as: { org_id: agency.org_id, role: 'admin', user_id: agency.admin },
  }),
  decline_access_request: async (world) => ({ input: { request_id: (await asked(world)).request_id } }),
  disconnect_app: async (world) => ({ input: { grant_id: await grant(world) } }),
  end_agency_access: ({ agency }) => ({ input: { agency_org_id: agency.org_id } }),
  end_guardrail: async (world) => ({ input: { guardrail_id: await guardrail(world) } }),
  end_org: ({ app }) => ({ input: { name: app.acme.name } }),
  propose_undo: async (world) => ({ input: { action_id: await done(world) } }),
  remove_client_access: ({ app, agency, colleague }) => ({
    input: { client_org_id: app.acme.org_id, user_id: colleague },
    as: { org_id: agency.org_id, role: 'admin', user_id: agency.admin },
  }),
  rename_api_key: async (world) => ({ input: { key_id: await key_of(world), name: 'renamed' } }),
  request_access: ({ agency }) => ({
    input: { email: 'ana@example.com' },
    as: { org_id: agency.org_id, role: 'admin', user_id: agency.admin },
  }),
  resend_webhook_delivery: async (world) => ({ input: await delivery(world) }),
  revoke_api_key: async (world) => ({ input: { key_id: await key_of(world) } }),
  set_client_access: ({ app, agency, colleague }) => ({
    input: { client_org_id: app.acme.org_id, user_id: colleague, role: 'member' },
    as: { org_id: agency.org_id, role: 'admin', user_id: agency.admin },
  }),
  set_member_approver: async ({ app }) => ({
    input: {
      ...{ user_id: await add_member(app.db, { org_id: app.acme.org_id, role: 'member' }), is_approver: true },
    },
  }),
  update_org_channels: () => ({ input: { messaging_phone: '+525587654321' } }),
  withdraw_access_request: async (world) => {
    const { request_id, as } = await asked(world)
    return { input: { request_id }, as }
  },
}

export async function requests_of(app: TestApp): Promise<Request[]> {
  const { org_id } = app.acme
  const email = `${randomUUID()}@example.com`
  const admin_id = await add_member(app.db, { org_id, role: 'admin', is_approver: true, email })
  const admin: Member = { org_id, role: 'admin', user_id: admin_id, is_approver: true }
  const agency = await new_agency(app)
  const { request_id } = result_of(await agency.ask('request_access', { email }))
  result_of(await call_as_member(app.engine, 'accept_access_request', { request_id }, admin))
  const colleague = await add_member(app.db, { org_id: agency.org_id, role: 'member' })
  const world: World = { app, admin, agency, colleague }
  const requests: Request[] = []
  for (const tool of app.engine.catalog.values()) {
    if (tool.effect === 'read' || /^fixture_/.test(tool.name)) continue
    const made = (await own[tool.name]?.(world)) ?? { input: await input_for(tool, app, app.acme), as: undefined }
    requests.push({ tool: tool.name, input: made.input, as: made.as ?? admin })
  }
  await app.refill()
  return requests.sort((one, other) => LAST.indexOf(one.tool) - LAST.indexOf(other.tool))
}
