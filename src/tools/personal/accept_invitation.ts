import { z } from 'zod'
import { roles } from '#domain/roles.ts'
import { accept_invitation as accept, org_of_token } from '#engine/people/invitations.ts'
import { personal_tool } from '#engine/personal.ts'
import { outside_text } from '#engine/texts.ts'
import { invited, token } from './invited.ts'

export const accept_invitation = personal_tool({
  about: 'Accept an invitation to an organization, with the token of its link.',
  input: { token },
  result: { org_id: z.uuid(), name: outside_text(), role: z.enum(roles) },
  async run({ token }, { person, org, in_system, in_org, ...context }) {
    const org_id = await in_system((db) => org_of_token(db, token))
    const { role } = await in_org(org_id, (db) => accept({ ...context, db }, { token, person: invited(person) }))
    return { org_id, name: (await org(org_id))!.name, role }
  },
})
