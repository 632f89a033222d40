// Modules and severities of notifications and recommendations, in words.
import type { Notification } from '../api/notifications.ts'
import { t } from '../lib/language.ts'
import type { Level } from './level_badge.tsx'

type Module = Notification['module']
type Severity = Notification['severity']

export const module_names = (): Record<Module, string> => ({
  alertas: t('Alerts'),
  acciones: t('Changes at platforms'),
  conexiones: t('Connections'),
  ads: t('Ads'),
  seo: t('Search'),
  tienda: t('Store'),
  email: t('Email'),
  crm: t('Customers'),
  tareas: t('Tasks'),
})

export const is_module = (name: string | undefined): name is Module =>
  name !== undefined && Object.hasOwn(module_names(), name)

export const severity_name = (severity: Severity): string =>
  ({ info: t('For information'), warning: t('Warning'), critical: t('Critical') })[severity]

export const levels: Record<Severity, Level> = { info: 'quiet', warning: 'warning', critical: 'bad' }
