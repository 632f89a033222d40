// Roles in words. What each may do comes from the product's own table (src/domain/roles.ts).
import type { Role } from '../../../src/domain/roles.ts'
import { t } from '../lib/language.ts'

export const role_name = (role: Role): string => ({ admin: t('Admin'), member: t('Member'), viewer: t('Viewer') })[role]

export const role_about = (role: Role): string =>
  ({
    admin: t('Everything, people and keys included.'),
    member: t('Reads everything and makes changes. Invites nobody.'),
    viewer: t('Reads figures. Changes nothing.'),
  })[role]
