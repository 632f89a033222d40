// The guardrails of an organization: reading those in force, writing a new version, and what a day of automatic changes has used.
import { sql } from 'kysely'
import { this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import { also_bound_by, type Guardrail, is_unbounded } from '#domain/guardrails.ts'
import { refuse } from '#engine/outcomes.ts'

/** Rules in force of an organization. */
const GUARDRAILS_MAX = 100

export interface Scope {
  /** null: everybody's proposals. */
  agent_slug: string | null
  /** null: every kind of change. */
  action_type: string | null
}

const SCOPE = ['agent_slug', 'action_type'] as const satisfies (keyof Scope)[]

export type StoredGuardrail = Guardrail & Scope & { created_by: string; created_at: string }

const COLUMNS = [
  'guardrail_id',
  'version',
  'agent_slug',
  'action_type',
  'needs_approval',
  'currency',
  'automatic_amount_micros',
  'automatic_percent',
  'cooldown_hours',
  'day_amount_micros',
  'day_count',
  'budget_max_micros',
  'raise_max_percent',
  'cut_max_percent',
  'created_by',
  'created_at',
] as const

const in_force = (db: Database) =>
  db
    .selectFrom('guardrails')
    .select(COLUMNS)
    .where('replaced_at', 'is', null)
    .orderBy('created_at')
    .orderBy('guardrail_id')

/** The rules in force that a proposal has to keep. Without an agent or a kind of change: those of every agent, or of every kind. */
export function rules_for(db: Database, scope: Partial<Scope>): Promise<StoredGuardrail[]> {
  const other_kind = also_bound_by[scope.action_type ?? '']
  return in_force(db)
    .where((eb) =>
      eb.and(
        SCOPE.filter((field) => scope[field] !== undefined).map((field) =>
          eb.or([
            eb(field, 'is', null),
            eb(field, '=', scope[field]!),
            ...(field === 'action_type' && other_kind !== undefined
              ? [eb.and([eb(field, '=', other_kind), eb('budget_max_micros', 'is not', null)])]
              : []),
          ]),
        ),
      ),
    )
    .execute()
}

export type NewGuardrail = Omit<Guardrail, 'guardrail_id' | 'version' | 'currency'> & Scope

/**
 * Writes the rule of an agent and a kind of change, in the reporting currency. The version before stays readable. With another currency it
 * is a new rule: what a day has used is an amount of one currency.
 */
export async function set_guardrail(
  {
    db,
    org,
    caller,
    now,
  }: { db: Database; org: { org_id: string; currency: string }; caller: { actor: string }; now: Date },
  rule: NewGuardrail,
): Promise<{ guardrail_id: string; version: number }> {
  if (rule.budget_max_micros === 0n) refuse('budget_max must be more than 0. Null: no such limit.')
  if (is_unbounded(rule))
    refuse(
      'Without a person, changes that spend money need two limits: of one change (automatic_amount or automatic_percent) and of a day (day_amount or day_count).',
    )
  await lock_rules(db)
  const at = now.toISOString()
  const before = await db
    .updateTable('guardrails')
    .set({ replaced_at: at })
    .where('replaced_at', 'is', null)
    .where(sql<string>`coalesce(agent_slug, '')`, '=', rule.agent_slug ?? '')
    .where(sql<string>`coalesce(action_type, '')`, '=', rule.action_type ?? '')
    .returning(['guardrail_id', 'version', 'currency'])
    .executeTakeFirst()
  if (!before) await check_count(db)
  return db
    .insertInto('guardrails')
    .values({
      ...rule,
      org_id: org.org_id,
      currency: org.currency,
      ...(before?.currency === org.currency && { guardrail_id: before.guardrail_id, version: before.version + 1 }),
      created_by: caller.actor,
      created_at: at,
    })
    .returning(['guardrail_id', 'version'])
    .executeTakeFirstOrThrow()
}

/** Two rules of one scope cannot be in force, and their number has a limit: admins who write at the same moment wait for each other. */
const lock_rules = (db: Database) =>
  sql`select pg_advisory_xact_lock(hashtextextended('guardrails of ' || ${this_org}::text, 0))`.execute(db)

/** Ends a rule. False: there is none in force. */
export async function end_guardrail(db: Database, guardrail_id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guardrails')
    .set({ replaced_at: now.toISOString() })
    .where('guardrail_id', '=', guardrail_id)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function check_count(db: Database): Promise<void> {
  const { count } = await db
    .selectFrom('guardrails')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('replaced_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= GUARDRAILS_MAX) refuse(`An organization has at most ${GUARDRAILS_MAX} guardrails. End one first.`)
}

/** What the automatic changes of a day have used. */
export async function used_on(
  db: Database,
  day: string,
): Promise<Map<string, { amount_micros: bigint; count: number }>> {
  const rows = await db
    .selectFrom('guardrail_days')
    .select(['guardrail_id', 'amount_micros', 'count'])
    .where('day', '=', day)
    .execute()
  return new Map(rows.map(({ guardrail_id, ...used }) => [guardrail_id, used]))
}

interface Reserved {
  org_id: string
  day: string
  amount_micros: bigint
}

/** Takes the change from the day of every rule. False, and without an effect, when it exceeds one of them. */
export async function reserve_day(db: Database, rules: readonly Guardrail[], reserved: Reserved): Promise<boolean> {
  const taken: Guardrail[] = []
  for (const rule of rules.toSorted((a, b) => (a.guardrail_id < b.guardrail_id ? -1 : 1))) {
    if (!(await take(db, rule, reserved))) {
      for (const one of taken) await give_back(db, one, reserved)
      return false
    }
    taken.push(rule)
  }
  return true
}

/** One conditional statement, so that changes at the same moment stay within the day's limits. */
async function take(db: Database, rule: Guardrail, { org_id, day, amount_micros }: Reserved): Promise<boolean> {
  const { guardrail_id, day_amount_micros: most, day_count: times } = rule
  if ((most !== null && amount_micros > most) || times === 0) return false
  const taken = await db
    .insertInto('guardrail_days')
    .values({ org_id, guardrail_id, day, amount_micros, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'guardrail_id', 'day'])
        .doUpdateSet((eb) => ({
          amount_micros: eb('guardrail_days.amount_micros', '+', eb.ref('excluded.amount_micros')),
          count: eb('guardrail_days.count', '+', 1),
        }))
        .where(
          sql<boolean>`(${most}::bigint is null or guardrail_days.amount_micros + excluded.amount_micros <= ${most})`,
        )
        .where(sql<boolean>`(${times}::int is null or guardrail_days.count < ${times})`),
    )
    .returning('count')
    .executeTakeFirst()
  return taken !== undefined
}

const give_back = (db: Database, { guardrail_id }: Guardrail, { day, amount_micros }: Reserved) =>
  db
    .updateTable('guardrail_days')
    .set((eb) => ({ amount_micros: eb('amount_micros', '-', amount_micros), count: eb('count', '-', 1) }))
    .where('guardrail_id', '=', guardrail_id)
    .where('day', '=', day)
    .execute()
