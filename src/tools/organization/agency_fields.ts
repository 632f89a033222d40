// Fields that the tools for agencies and their clients share.
import { z } from 'zod'
import { roles } from '#domain/roles.ts'
import { own_id } from '#engine/fields.ts'
import { outside_text } from '#engine/texts.ts'

export const client_org_id = own_id('client_org_id', 'a client').describe('Client; list_clients shows them.')
export const colleague_id = own_id('user_id', 'a member').describe('Member of the agency; list_members shows them.')
export const request_id = own_id('request_id', 'a request')
export const role_on_client = z.enum(roles, `must be one of ${roles.join(', ')}`)
export const answered_agency = { agency_org_id: z.uuid(), name: outside_text() }
export const EXAMPLE_ID = '01980000-0000-7000-8000-000000000000'
