import { linkedin_sign_in } from '../linkedin_sign_in.ts'

export const net_c = linkedin_sign_in({ r_organization_social: 'all', rw_organization_admin: 'all' })
