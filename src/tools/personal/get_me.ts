import { z } from 'zod'
import { roles } from '#domain/roles.ts'
import { deleted_at } from '#engine/access/ended.ts'
import { personal_tool } from '#engine/personal.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { languages } from '#messages/message.ts'

const organization = z.strictObject({
  org_id: z.uuid(),
  name: outside_text(),
  kind: z.enum(['business', 'agency']),
  role: z.enum(roles),
  is_approver: z.boolean(),
  agency_org_id: z
    .uuid()
    .nullable()
    .describe('The agency through which the person acts on it. Null: the person is a member.'),
  currency: own_text(),
  time_zone: own_text(),
  language: z.enum(languages),
  shows_first_steps: z.boolean().describe('The first steps are neither done nor dismissed.'),
  deleted_at: own_text()
    .nullable()
    .describe('Not null: the organization was ended. An admin can take it back until then with restore_org.'),
})

export const get_me = personal_tool({
  about: 'Who is signed in, and the organizations of this person.',
  rate: 120,
  input: {},
  result: {
    user_id: z.uuid(),
    email: own_text(),
    name: outside_text(),
    language: z.enum(languages).nullable().describe("The person's choice. Null: the browser decides."),
    two_factor: z.boolean(),
    organizations: z.array(organization).describe('Own organizations first, by name.'),
  },
  async run(_input, { person, org }) {
    const { user_id, email, name, language, two_factor, access } = person
    const found = await Promise.all(
      [...access].map(async ([org_id, { role, is_approver, agency_org_id = null }]) => {
        const known = await org(org_id)
        if (!known) return []
        const { name, kind, currency, time_zone, language, shows_first_steps, ended_at } = known
        const more = { shows_first_steps, deleted_at: ended_at && deleted_at(ended_at) }
        return [{ org_id, name, kind, role, is_approver, agency_org_id, currency, time_zone, language, ...more }]
      }),
    )
    const organizations = found
      .flat()
      .sort((a, b) => Number(a.agency_org_id !== null) - Number(b.agency_org_id !== null) || compare(a.name, b.name))
    return { user_id, email, name, language, two_factor, organizations }
  },
})

const { compare } = new Intl.Collator()
