// What the tools share that propose a change at a platform: their answer, and where the thing is that they change.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { type PlatformKey, platforms } from '#domain/platforms.ts'
import { add_days } from '#domain/windows.ts'
import { address_of } from '#engine/approvals/decide.ts'
import { type Looked, propose, type Said, type Wanted } from '#engine/approvals/propose.ts'
import type { StoredAction } from '#engine/approvals/table.ts'
import { refuse } from '#engine/outcomes.ts'
import { DOCUMENT_CHARS_MAX, LONG_TEXT_CHARS_MAX, outside_text, own_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { converting } from '#figures/sums/convert_amount.ts'
import { carry_out_action } from '#jobs/carry_out_action.ts'
import { ad_figures } from '#tools/ad_campaigns.ts'

const REASON_CHARS_MAX = 1_000
const ID_CHARS_MAX = 64
/** Days of the figures on which a proposal stands. */
const BASIS_DAYS = 30

// ---- input -------------------------------------------------------------------------------------------------------------

/** The ad platforms by the short names of the tools. */
const ad_platforms = { mx: 'mx_ads', gx: 'gx_ads', tx: 'tx_ads' } as const satisfies Record<string, PlatformKey>
export type AdPlatform = keyof typeof ad_platforms

export const ad_platform = z
  .enum(
    ['mx', 'gx', 'tx'],
    'must be mx (for mx_ads), gx (for gx_ads) or tx (for tx_ads). At other platforms, a person makes the change there',
  )
  .describe('mx: social, gx: search, tx: short video.')
export const reason = z
  .string()
  .trim()
  .min(1, 'must say why')
  .max(REASON_CHARS_MAX, `must have at most ${REASON_CHARS_MAX} characters`)
  .describe('Why, for the person who decides.')
export const id_of = (what: string) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(ID_CHARS_MAX, `must have at most ${ID_CHARS_MAX} characters`)
    .describe(what)

// ---- result ------------------------------------------------------------------------------------------------------------

const statuses = ['pending', 'approved', 'rejected', 'expired', 'executed', 'failed'] as const
export const status = z
  .enum(statuses)
  .describe('pending: a person decides. approved: being carried out. failed: not carried out, or not as approved.')
const values = (about: string) => z.record(own_text(), outside_text(DOCUMENT_CHARS_MAX).nullable()).describe(about)

export const change_fields = {
  before: values('The fields as they are. null: not there yet. Amounts are decimal text.'),
  after: values('The fields as they will be.'),
  currency: own_text().nullable().describe('Of the amounts. null: there are none.'),
  risk: z.enum(['low', 'medium', 'high']).describe('How much a wrong yes can cost.'),
  expires_at: z.iso.datetime().describe('End of the time for a decision.'),
}

export const proposal_fields = {
  status,
  ...change_fields,
  target: outside_text().describe('Name of what changes.'),
  account: outside_text().describe('Its account.'),
  can_be_undone: z.boolean(),
  warnings: z.array(outside_text(LONG_TEXT_CHARS_MAX)).describe('What to know before a yes.'),
  link: own_text(z.url()).describe('Where a person decides.'),
}

export const shown_change = ({ differences, risk, expires_at }: StoredAction) => ({
  before: Object.fromEntries(differences.map(({ field, before }) => [field, before])),
  after: Object.fromEntries(differences.map(({ field, after }) => [field, after])),
  currency: differences.find((one) => one.currency !== undefined)?.currency ?? null,
  risk,
  expires_at,
})

const shown_proposal = (context: Pick<Context, 'base_url' | 'org'>, action: StoredAction) => ({
  status: action.status,
  ...shown_change(action),
  target: action.target.name,
  account: action.account_name,
  can_be_undone: action.inverse !== null,
  warnings: action.warnings,
  link: address_of(context, action.action_id),
})

/** Stores the proposal. Rules can approve it immediately, and then a job carries it out. */
export async function propose_change(context: Context & { look_result: Looked }, said: Said) {
  const action = await propose(context, context.look_result, said, converting(context))
  if (action.status === 'approved') await context.enqueue(carry_out_action, { execution_id: action.execution_id! })
  return { action_id: action.action_id, ...shown_proposal(context, action) }
}

// ---- where it is -------------------------------------------------------------------------------------------------------

type Place = Pick<Wanted, 'platform' | 'connection_id' | 'account_id'>

/** The active connections of a platform, and accounts of theirs that can be changed. */
const accounts_of = (db: Database, platform: PlatformKey) =>
  db
    .selectFrom('connections as c')
    .innerJoin('connection_accounts as a', (join) =>
      join.onRef('a.org_id', '=', 'c.org_id').onRef('a.connection_id', '=', 'c.connection_id'),
    )
    .select(['c.connection_id', 'c.needs_reconnection', 'a.account_id', 'a.name'])
    .where('c.platform', '=', platform)
    .where('c.status', '=', 'active')
    .where('a.state', '=', 'read')
    .orderBy('c.needs_reconnection')
    .orderBy('c.connection_id')
    .orderBy('a.account_id')

const not_connected = (platform: PlatformKey): never =>
  refuse(
    `No connection of ${platforms[platform].title} (${platform}) is active. Connect it with propose_connect_platform.`,
  )

/** The account of a campaign that a sync has read. */
export async function place_of_campaign(db: Database, platform: AdPlatform, campaign_id: string): Promise<Place> {
  const key = ad_platforms[platform]
  const found = await accounts_of(db, key)
    .innerJoin('ad_campaigns as m', (join) =>
      join
        .onRef('m.org_id', '=', 'a.org_id')
        .onRef('m.connection_id', '=', 'a.connection_id')
        .onRef('m.account_id', '=', 'a.account_id'),
    )
    .where('m.campaign_id', '=', campaign_id)
    .executeTakeFirst()
  if (found) return { platform: key, connection_id: found.connection_id, account_id: found.account_id }
  if (!(await accounts_of(db, key).executeTakeFirst())) not_connected(key)
  return refuse(
    `${key} has no campaign ${campaign_id} here. query_${platform}_campaigns lists campaigns. A new one is known after a sync: trigger_sync.`,
  )
}

/** The account for something new: the one that is named, or the only one. */
export async function place_for_new(
  db: Database,
  platform: AdPlatform,
  account_id: string | undefined,
): Promise<Place> {
  const key = ad_platforms[platform]
  const accounts = await accounts_of(db, key).execute()
  if (accounts.length === 0) not_connected(key)
  const listed = accounts.map((one) => `${one.account_id} (${one.name})`).join(', ')
  if (account_id === undefined && accounts.length > 1)
    refuse(`${key} has several accounts: name one in spec.account_id. Accounts: ${listed}.`)
  const found = account_id === undefined ? accounts[0] : accounts.find((one) => one.account_id === account_id)
  if (!found) return refuse(`${key} has no account ${account_id}. Accounts: ${listed}.`)
  return { platform: key, connection_id: found.connection_id, account_id: found.account_id }
}

/** The place of an earlier change, or the one of another connection that reads its account now. */
export async function place_again(db: Database, { platform, connection_id, account_id }: Place): Promise<Place> {
  const found = await accounts_of(db, platform as PlatformKey)
    .where('a.account_id', '=', account_id)
    .execute()
  const own = found.find((one) => one.connection_id === connection_id && !one.needs_reconnection) ?? found[0]
  return { platform, connection_id: own?.connection_id ?? connection_id, account_id }
}

/** The figures of a campaign, as they were when the change was proposed. */
export async function basis_of_campaign(context: Context, { platform }: Place, campaign_id: string) {
  const { current } = f.last_days_compared(BASIS_DAYS, context)
  const { found, shared } = await f.answer(
    context,
    { current },
    {
      found: { of: f.on_platform(f.ads, platform), where: sql`f.campaign_id = ${campaign_id}` },
    },
  )
  return { figures: ad_figures.values(found, context.org.currency), ...shared, as_of: context.now.toISOString() }
}

/**
 * What an account spends in a day, in micros of its currency: of the last days, as they are stored. Days before a change of its currency are
 * none of them. Undefined: nothing is stored.
 */
export async function spent_a_day(
  { db, today }: Pick<Context, 'db' | 'today'>,
  { connection_id, account_id }: Place,
): Promise<bigint | undefined> {
  const { spent } = await db
    .selectFrom('campaign_daily as d')
    .innerJoin('connection_accounts as a', (join) =>
      join
        .onRef('a.org_id', '=', 'd.org_id')
        .onRef('a.connection_id', '=', 'd.connection_id')
        .onRef('a.account_id', '=', 'd.account_id')
        .onRef('a.currency', '=', 'd.currency'),
    )
    .select(({ fn }) => fn.sum<string | null>('d.spend_micros').as('spent'))
    .where('d.connection_id', '=', connection_id)
    .where('d.account_id', '=', account_id)
    .where('d.date', '<', today)
    .where('d.date', '>=', add_days(today, -BASIS_DAYS))
    .executeTakeFirstOrThrow()
  return spent === null ? undefined : BigInt(spent) / BigInt(BASIS_DAYS)
}
