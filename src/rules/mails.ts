// Subscribers to whom nobody writes.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { platforms_of } from '#domain/platforms.ts'
import { start_of } from '#domain/windows.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { message, quoted } from '#messages/message.ts'
import type { Finding, Rule } from './rule.ts'

/** Days without a campaign. */
const SILENT_DAYS = 45
/** Fewer contacts are not worth a campaign. */
const CONTACTS_MIN = 100

interface Silent {
  connection_id: string
  contacts: bigint
  last_sent_at: string | null
}

export const mail_list_without_sending: Rule = {
  about: 'A list of subscribers that has had no campaign for weeks.',
  module: 'email',
  needs: {
    of: { platforms: platforms_of('email'), tables: ['email_campaigns', 'contacts'], label: message('group.email') },
    days: SILENT_DAYS,
  },
  async find({ context: { db, org }, days, counted, trusted }) {
    const since = start_of(days.from, org.time_zone)
    const { rows } = await sql<Silent>`
      select k.connection_id, count(*) as contacts,
        (select max(m.sent_at) from ${of_org('email_campaigns', 'm')} where m.connection_id = k.connection_id and m.status = 'sent') as last_sent_at
      from ${of_org('contacts', 'k')}
      where k.email is not null and ${is_counted(counted, 'k.connection_id')}
        and not exists (select from ${of_org('email_campaigns', 'm')} where m.connection_id = k.connection_id
          and (m.sent_at >= ${since}::timestamptz or m.scheduled_at >= ${since}::timestamptz))
      group by k.connection_id having count(*) >= ${CONTACTS_MIN}`.execute(db)
    return rows.map(({ connection_id, contacts, last_sent_at }): Finding => {
      const { name, platform } = trusted.find((source) => source.connection_id === connection_id)!
      return {
        subject: connection_id,
        name,
        connection_id,
        platform,
        severity: 'info',
        title: message('rule.mail_list_without_sending.title', { name: quoted(name) }),
        text: message('rule.mail_list_without_sending.text', { count: Number(contacts), days: SILENT_DAYS }),
        evidence: { contacts: Number(contacts), last_sent_at, days: SILENT_DAYS },
        call: { tool: 'query_email_campaigns', input: {} },
      }
    })
  },
}
