// An organization whose store sells a given amount each day, with alert rules that are evaluated at any moment of a test clock.
import type pg from 'pg'
import { evaluate_rule } from '#alerts/evaluate.ts'
import { in_org } from '#db/org.ts'
import { add_days } from '#domain/windows.ts'
import type { OrgValues } from '#engine/access/orgs.ts'
import type { Connector } from '#engine/connector.ts'
import { jobs } from '#jobs/index.ts'
import { type FiguresBench, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

export const TODAY = '2026-11-20'

/** What evaluations stored. */
const stored_of = (owner: pg.Pool, org_id: string) => ({
  state: async (rule_id: string) => {
    const { rows } = await owner.query('select * from alert_rules where org_id = $1 and rule_id = $2', [
      org_id,
      rule_id,
    ])
    return rows[0]
  },
  incidents: async (rule_id?: string) => {
    const { rows } = await owner.query<{
      rule_id: string
      day: string
      state: string
      closed_day: string | null
      is_sent: boolean
      is_complete: boolean
      severity: string
      value: string
      expected: string
    }>(
      `select *, day::text, closed_day::text from alert_incidents
       where org_id = $1 and ($2::uuid is null or rule_id = $2) order by alert_incidents.day, incident_id`,
      [org_id, rule_id ?? null],
    )
    return rows
  },
  /** Notifications, the oldest first. */
  said: async () => {
    const { rows } = await owner.query<{ kind: string; severity: string; title: unknown; text: unknown; link: string }>(
      'select kind, severity, title, text, link from notifications where org_id = $1 order by created_at, notification_id',
      [org_id],
    )
    return rows
  },
  events: async () => {
    const { rows } = await owner.query<{ type: string; data: Record<string, unknown> }>(
      'select type, data from events where org_id = $1 order by occurred_at, event_id',
      [org_id],
    )
    return rows
  },
})

/** The sales of a store, and the state of its sync. */
const sales_of = (org: FiguresOrg, store: string) => ({
  /** Sets the sales of days. null: the store had none. */
  sell: (sales: Record<string, number | null>) =>
    org.insert(async (db) => {
      await db.deleteFrom('store_orders').where('order_id', 'in', Object.keys(sales)).execute()
      const orders = Object.entries(sales).flatMap(([day, total]) =>
        total === null
          ? []
          : store_order(store, { order_id: day, ordered_at: `${day}T18:00:00Z`, total: total.toFixed(2) }),
      )
      if (orders.length > 0) await db.insertInto('store_orders').values(orders).execute()
    }),
  /** The store is read completely up to a day, and was synced at an instant. */
  async synced(until: string, at: string) {
    await org.cover(store, { covered_until: until, read_until: at.slice(0, 10) })
    await org.insert((db) =>
      db
        .updateTable('connections')
        .set({ last_sync_at: at, last_rows_at: at })
        .where('connection_id', '=', store)
        .execute(),
    )
  },
})

async function shop_of(bench: FiguresBench, values: OrgValues = {}) {
  const org = await bench.org({ currency: 'MXN', ...values })
  const { org_id } = org
  const store = await org.connect('sx')
  const org_row = (await bench.engine.directory.org(org_id))!
  return {
    org,
    org_id,
    store,
    ...sales_of(org, store),
    ...stored_of(bench.owner, org_id),
    /** Evaluates a rule at noon of a day. */
    evaluate: (rule_id: string, today: string) =>
      in_org(bench.pool, { org_id }, (db) =>
        evaluate_rule(
          {
            db,
            org: org_row,
            now: new Date(`${today}T18:00:00Z`),
            today,
            connectors: bench.engine.connectors,
            shared: (_, read) => read(),
          },
          rule_id,
        ),
      ),
    async rule(values: Record<string, unknown>): Promise<string> {
      const { rule_id } = await in_org(bench.pool, { org_id }, (db) =>
        db
          .insertInto('alert_rules')
          .values({
            name: 'Revenue',
            metric: 'store.revenue',
            condition: 'above',
            threshold: '1000',
            unit: 'money',
            created_by: 'test',
            ...values,
          })
          .returning('rule_id')
          .executeTakeFirstOrThrow(),
      )
      return rule_id
    },
  }
}

export async function alert_bench(connectors: Record<string, Connector> = {}) {
  const bench = await figures_bench({ jobs, connectors })
  return {
    close: bench.close,
    owner: bench.owner,
    rate: bench.rate,
    engine: bench.engine,
    shop: (values: OrgValues = {}) => shop_of(bench, values),
  }
}

export type Shop = Awaited<ReturnType<typeof shop_of>>

/** The same amount on each of the days before a day. */
export const steady = (before: string, days: number, amount: number): Record<string, number | null> =>
  Object.fromEntries(Array.from({ length: days }, (_, at) => [add_days(before, -1 - at), amount]))
