// Answers without a call: the context of a tool for an organization, and days of its ads.
import { in_org } from '#db/org.ts'
import type { Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { period_of } from '#figures/period.ts'
import { in_language } from '#messages/render.ts'
import type { FiguresOrg, figures_bench } from '#test/figures.ts'

type Bench = Awaited<ReturnType<typeof figures_bench>>

/** Today of the bench's clock, in its organizations' time zone. */
export const TODAY = '2026-11-20'

/** Messages of what `work` returns are text in English, as in the answer of a call. */
export async function within<T>(
  { pool, engine }: Pick<Bench, 'pool'> & Partial<Pick<Bench, 'engine'>>,
  { org_id }: Pick<FiguresOrg, 'org_id'>,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const org = { org_id, currency: 'MXN', time_zone: 'America/Mexico_City' }
  const made = await in_org(pool, { org_id, read_only: true }, (db) =>
    work({
      db,
      org,
      now: new Date(`${TODAY}T18:00:00Z`),
      today: TODAY,
      connectors: engine?.connectors ?? {},
    } as unknown as Context),
  )
  return in_language(made, { language: 'en', currency: org.currency })
}

export const ad_days = (org: FiguresOrg, rows: object[]) =>
  org.insert((db) =>
    db
      .insertInto('campaign_daily')
      .values(rows as never)
      .execute(),
  )

export const dates = (date_from: string, date_to: string): { current: Window } =>
  period_of({ date_from, date_to }, { today: TODAY })
