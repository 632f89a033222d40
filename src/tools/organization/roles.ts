// The words of roles in the tools of this area.
import { z } from 'zod'
import { roles } from '#domain/roles.ts'

const one_of_three = `must be one of ${roles.join(', ')}`
export const role = z.enum(roles, one_of_three)
export const role_of_new = role
  .default('member')
  .describe('admin: everything. member: everything but people and approvals. viewer: reads.')
