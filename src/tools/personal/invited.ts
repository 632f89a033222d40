// The person who answers an invitation, and the token of its link.
import { z } from 'zod'
import type { Person } from '#engine/access/people.ts'
import { normalized_email } from '#engine/people/email.ts'

const TOKEN_CHARS_MAX = 200

export const token = z
  .string()
  .max(TOKEN_CHARS_MAX, `must have at most ${TOKEN_CHARS_MAX} characters`)
  .describe('The part of the link after #.')

export const invited = ({ user_id, name, email, email_verified, two_factor }: Person) => ({
  user_id,
  name,
  two_factor,
  verified_email: email_verified ? normalized_email(email) : null,
})
