import { z } from 'zod'
import { decline_invitation as decline, org_of_token } from '#engine/people/invitations.ts'
import { personal_tool } from '#engine/personal.ts'
import { invited, token } from './invited.ts'

export const decline_invitation = personal_tool({
  about: 'Decline an invitation to an organization, with the token of its link.',
  input: { token },
  result: { declined: z.literal(true) },
  async run({ token }, { person, in_system, in_org, ...context }) {
    const org_id = await in_system((db) => org_of_token(db, token))
    await in_org(org_id, (db) => decline({ ...context, db }, { token, person: invited(person) }))
    return { declined: true as const }
  },
})
