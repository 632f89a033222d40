// What the streams of connections have read, and what they cannot read.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import { cursors_with_end } from '#tools/history_ends.ts'

/** Accounts that are named for one connection. */
const ACCOUNTS_SHOWN_MAX = 10

export const stream = z.strictObject({
  stream: own_text().describe('Kind of data, such as orders or campaign_daily.'),
  state: z
    .enum(['ok', 'suspect', 'failed', 'denied'])
    .describe(
      'suspect: a read lost too much; denied: the platform does not permit it, or a part. Of several accounts, the worst.',
    ),
  reason: outside_text(LONG_TEXT_CHARS_MAX)
    .nullable()
    .describe(
      'Why the state is suspect, failed or denied. A denied stream can be suspect too. Without a problem: since when a report of the platform is awaited.',
    ),
  accounts: z.int().describe('Accounts that are read.'),
  covered_from: own_text()
    .nullable()
    .describe('First day that is stored for all of them; null: everything there ever was, or no day.'),
  covered_until: own_text().nullable().describe('Last whole day that is stored for all of them; null: no day.'),
  history_left: z.boolean().describe('Older days are still being read.'),
  history_expected_at: own_text()
    .nullable()
    .describe('When they should be stored, at the speed so far. null: none are left, or the speed is not known yet.'),
})

export const account = z.strictObject({
  account_id: platform_word(),
  name: outside_text(),
  reason: outside_text(LONG_TEXT_CHARS_MAX).nullable(),
})

type StreamRow = z.input<typeof stream> & { connection_id: string }
type AccountRow = z.input<typeof account> & { connection_id: string }

interface ReadingContext extends Pick<Context, 'db' | 'now'> {
  org: Pick<Context['org'], 'time_zone'>
}

/** The slowest account decides when the history of a stream is whole. */
export async function read_streams({ db, org, now }: ReadingContext): Promise<StreamRow[]> {
  const { rows } = await sql<StreamRow>`
    select connection_id, stream,
      (array_agg(state order by array_position(array['denied', 'failed', 'suspect', 'ok'], state)))[1] as state,
      (array_agg(case when state = 'denied' then concat_ws(' ', reason, suspect_reason) else reason end order by array_position(array['denied', 'failed', 'suspect', 'ok'], state)))[1] as reason,
      count(*)::int as accounts, nullif(max(covered_from), '-infinity') as covered_from,
      min(coalesce(covered_until, (covered_at at time zone ${org.time_zone})::date - 1)) as covered_until,
      bool_or(is_left) as history_left,
      case when bool_and(not is_left or expected_at is not null) then max(expected_at) filter (where is_left) end as history_expected_at
    from ${cursors_with_end(now)} c group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/**
 * Accounts that the platform does not list any more, that cannot be read or only in part, or that give no access to some stream or to a
 * part of it. Those that nobody chose can belong to others, and are not named.
 */
export async function read_left_out({ db }: Pick<Context, 'db'>): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select connection_id, account_id, name, reason from (
      select u.*, row_number() over (partition by connection_id order by account_id) as rank from (
        select connection_id, account_id, name, reason from ${of_org('connection_accounts')}
        where (state <> 'read' or reason is not null) and reason is distinct from ${NOT_CHOSEN}
          and (state <> 'gone' or exists (select from ${of_org('sync_cursors', 'r')}
            where r.connection_id = connection_accounts.connection_id and r.account_id = connection_accounts.account_id))
        union all
        select s.connection_id, s.account_id, coalesce(a.name, s.account_id),
          min(case s.state when 'denied' then s.reason else s.cursor->'lacks'->>'reason' end)
        from ${of_org('sync_cursors', 's')}
        left join ${of_org('connection_accounts', 'a')} on a.connection_id = s.connection_id and a.account_id = s.account_id
        where (s.state = 'denied' or s.cursor->'lacks' is not null) and coalesce(a.state, 'read') = 'read' group by 1, 2, 3) u) n
    where rank <= ${sql.lit(ACCOUNTS_SHOWN_MAX)} order by connection_id, account_id`.execute(db)
  return rows
}
