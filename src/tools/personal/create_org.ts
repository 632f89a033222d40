import { sql } from 'kysely'
import { z } from 'zod'
import { create_org as make_org } from '#engine/access/orgs.ts'
import { refuse } from '#engine/outcomes.ts'
import { normalized_email } from '#engine/people/email.ts'
import { personal_tool } from '#engine/personal.ts'
import { org_name } from '#tools/org_name.ts'

/** Organizations to which a person belongs. */
const ORGS_MAX = 100

export const create_org = personal_tool({
  about: 'Make an organization, with the person as its admin.',
  rate: 5,
  input: {
    name: org_name,
    currency: z.string().max(10).describe('Reporting currency, ISO 4217.'),
    time_zone: z.string().max(100).describe('IANA time zone of its calendar days.'),
  },
  result: { org_id: z.uuid() },
  async run(input, { person, now, in_person, in_system, record }) {
    if (!person.email_verified) refuse('Confirm your email address first, with the link in the email that you got.')
    const { user_id, name, email, two_factor } = person
    const { count } = await in_person((db) =>
      db.selectFrom('members').select(sql<bigint>`count(*)`.as('count')).executeTakeFirstOrThrow(),
    )
    if (count >= ORGS_MAX) refuse(`A person belongs to at most ${ORGS_MAX} organizations.`)
    const org_id = await in_system(async (db) => {
      const org_id = await make_org(db, input)
      const values = { user_id, name, email: normalized_email(email), two_factor, role: 'admin' }
      await db
        .insertInto('members')
        .values({ ...values, org_id, joined_at: now.toISOString() })
        .execute()
      await record(db, org_id)
      return org_id
    })
    return { org_id }
  },
})
