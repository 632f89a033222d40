// A valid input for each tool: its own example, except for ids, which must name existing records.
import { randomBytes, randomUUID } from 'node:crypto'
import { digest_of } from '#engine/approvals/digest.ts'
import type { NamedTool, RecordFamily } from '#engine/tool.ts'
import type { TestApp } from '#test/app.ts'
import type { Seed } from '#test/fixtures.ts'
import { type Input, internal_inputs, type Make, new_member } from './internal_inputs.ts'

async function connection_of(app: TestApp, { org_id }: Seed, platform: string): Promise<string> {
  const { rows } = await app.db.query(
    'select connection_id from connections where org_id = $1 and platform = $2 order by connection_id limit 1',
    [org_id, platform],
  )
  return rows[0].connection_id
}

const named: Record<string, Make> = {
  ...internal_inputs,
  apply_recommendation: async (app, seed) => ({ recommendation_id: await new_recommendation(app, seed) }),
  approve_action: async (app, seed) => ({ action_id: await new_action(app, seed) }),
  create_alert_rule: async (app, seed) => {
    await forget_rules(app, seed)
    return { metric: 'store.revenue', condition: 'decrease_percent', threshold: 40 }
  },
  delete_alert_rule: async (app, seed) => ({ rule_id: await new_rule(app, seed, 'To delete') }),
  dismiss_recommendation: async (app, seed) => ({ recommendation_id: await new_recommendation(app, seed) }),
  disconnect_platform: async (app, seed) => ({ connection_id: await connection_of(app, seed, 'mpa') }),
  get_action: async (app, seed) => ({ action_id: await new_action(app, seed) }),
  get_connection: async (app, seed) => ({ connection_id: await connection_of(app, seed, 'sx') }),
  propose_answer_mpa_question: async (app, seed) => ({
    question_id: await id_in(app, seed, 'marketplace_questions', 'question_id', 'mpa'),
    answer_text: 'Sí, la tenemos en gris.',
  }),
  propose_campaign: () => ({ platform: 'mx', spec: { name: 'Salas' } }),
  propose_pause_campaign: async (app, seed) => ({
    ...{ platform: 'mx', reason: 'It sells nothing.' },
    campaign_id: await id_in(app, seed, 'ad_campaigns', 'campaign_id', 'mx_ads'),
  }),
  propose_update_budget: async (app, seed) => ({
    ...{ platform: 'mx', new_daily_budget: 350.5, currency: 'USD' },
    campaign_id: await id_in(app, seed, 'ad_campaigns', 'campaign_id', 'mx_ads'),
  }),
  reject_action: async (app, seed) => ({ action_id: await new_action(app, seed), reason: 'Not now.' }),
  remove_member: async (app, seed) => ({ user_id: await new_member(app, seed) }),
  revoke_invitation: async (app, seed) => ({ invitation_id: await new_invitation(app, seed) }),
  snooze_recommendation: async (app, seed) => ({ recommendation_id: await new_recommendation(app, seed) }),
  trigger_sync: () => ({ platform: 'sx' }),
  update_alert_rule: async (app, seed) => ({ rule_id: await new_rule(app, seed, 'To change'), threshold: 50 }),
  update_member_role: async (app, seed) => ({ user_id: await new_member(app, seed), role: 'viewer' }),
}

async function new_recommendation({ db }: TestApp, { org_id }: Seed): Promise<string> {
  const { rows } = await db.query(
    `insert into recommendations (org_id, rule, subject, subject_name, module, severity, title, text, evidence, currency, changed_by,
       changed_at, found_at, created_at)
     values ($1, 'carts_rising', $2, 'Acme', 'tienda', 'info', $3, $3, '{}', 'MXN', 'rule', now(), now(), now())
     returning recommendation_id`,
    [org_id, randomUUID(), JSON.stringify({ key: 'rule.carts_rising.title', values: {} })],
  )
  return rows[0].recommendation_id
}

/** An id that a sync has read, in an account of the connection. */
async function id_in(
  { db }: TestApp,
  { org_id }: Seed,
  table: string,
  column: string,
  platform: string,
): Promise<string> {
  const { rows } = await db.query(
    `update connection_accounts a set account_id = t.account_id from ${table} t
     where t.org_id = $1 and t.platform = $2 and a.org_id = t.org_id and a.connection_id = t.connection_id returning t.${column} as id`,
    [org_id, platform],
  )
  return rows[0].id
}

/** A proposal at a platform without changes, so that carrying it out ends without a request. */
async function new_action(app: TestApp, seed: Seed): Promise<string> {
  const covered = {
    ...{
      action_id: randomUUID(),
      action_type: 'pause_campaign',
      platform: 'email_a',
      input: {},
      mark: 'tb-0000000002',
    },
    connection_id: await connection_of(app, seed, 'email_a'),
    ...{ account_id: '1', differences: [], steps: ['status'], inverse: null, reason: null, declaration: null },
    ...{ target: { kind: 'campaign', id: '1', name: seed.name, account_id: '1' }, proposed_by: 'agent:seo' },
    ...{ created_at: '2026-11-18T00:00:00.000Z', expires_at: '2036-01-01T00:00:00.000Z' },
  }
  const row: Record<string, unknown> = {
    ...covered,
    ...{
      org_id: seed.org_id,
      account_name: seed.name,
      target_key: `campaign:${covered.action_id}`,
      visible_within_s: 1,
    },
    ...{
      input: '{}',
      target: JSON.stringify(covered.target),
      differences: '[]',
      warnings: '[]',
      seen: '{}',
      basis: '{}',
    },
    ...{ risk: 'low', currency: 'USD', content_hash: randomBytes(32), digest: digest_of(covered) },
  }
  const names = Object.keys(row)
  await app.db.query(
    `insert into actions (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    names.map((name) => row[name]),
  )
  return covered.action_id
}

/** Deletes the rules that calls made, because an organization has a limited number of rules. */
async function forget_rules({ db }: TestApp, { org_id }: Seed): Promise<void> {
  await db.query(`delete from alert_rules where org_id = $1 and created_by like 'key:%'`, [org_id])
}

/** Replaces the rule of this name, because an organization has a limited number of rules. */
async function new_rule({ db }: TestApp, { org_id }: Seed, name: string): Promise<string> {
  await db.query('delete from alert_rules where org_id = $1 and name = $2', [org_id, name])
  const { rows } = await db.query(
    `insert into alert_rules (org_id, name, metric, condition, threshold, unit, created_by)
     values ($1, $2, 'store.revenue', 'decrease_percent', 40, 'money', 'test') returning rule_id`,
    [org_id, name],
  )
  return rows[0].rule_id
}

async function new_invitation({ db }: TestApp, { org_id, name }: Seed): Promise<string> {
  const { rows } = await db.query(
    `insert into invitations (org_id, email, role, token_hash, invited_by, created_at, expires_at)
     values ($1, gen_random_uuid() || '@example.com', 'viewer', sha256(gen_random_uuid()::text::bytea), $2, now(), now() + interval '7 days')
     returning invitation_id`,
    [org_id, name],
  )
  return rows[0].invitation_id
}

/** How often a unique value was given. Each further value is different. */
let times_given = 0

/** The example of a record's tool, with existing parents and unused unique values. */
async function example_of(family: RecordFamily, example: Input, app: TestApp, seed: Seed): Promise<Input> {
  const input = { ...example }
  for (const [field, parent] of Object.entries(family.parents))
    if (field in input) input[field] = await record_of(parent, app, seed)
  for (const field of family.unique)
    if (field in input) input[field] = times_given++ === 0 ? input[field] : `${input[field]} ${times_given}`
  return input
}

/** The id of a record of the family. The record is created by its tool, or found among the rows of the organization. */
async function record_of(family: RecordFamily, app: TestApp, seed: Seed): Promise<string> {
  const { table, id, creator } = family
  if (!creator) {
    const { rows } = await app.db.query(`select ${id} as id from ${table} where org_id = $1 limit 1`, [seed.org_id])
    return rows[0].id
  }
  await app.db.query('delete from rate_windows where tool = $1', [creator.tool])
  const input = await example_of(family, creator.example, app, seed)
  const make = () => app.rest(creator.tool, input, { key: app.keys[seed.name as 'acme' | 'globex'] })
  let { status, body } = await make()
  if (status === 400 && /^An organization can have /.test(body.error)) {
    await app.db.query(`delete from ${table} where org_id = $1`, [seed.org_id])
    ;({ status, body } = await make())
  }
  if (status !== 200) throw new Error(`${creator.tool} makes no record for the test: ${body.error}`)
  return body.result[id]
}

async function input_of_record({ record, example = {} }: NamedTool, app: TestApp, seed: Seed): Promise<Input> {
  const input = await example_of(record!, example, app, seed)
  if (record!.id in example) input[record!.id] = await record_of(record!, app, seed)
  return input
}

/** An input of `tool` that uses the records of `seed`'s organization. */
export async function input_for(tool: NamedTool, app: TestApp, seed: Seed): Promise<Input> {
  const own = await named[tool.name]?.(app, seed)
  return own ?? (tool.record ? input_of_record(tool, app, seed) : (tool.example ?? {}))
}

const candidates = [{ not: 'expected' }, ['not expected', {}], 'not expected', -1.5, true, null]

/** Invalid values of a parameter, according to its own declaration. */
export function wrong_values(tool: NamedTool, parameter: string): unknown[] {
  const field = tool.input[parameter] as { safeParse(value: unknown): { success: boolean } }
  return candidates.filter((value) => !field.safeParse(value).success)
}
