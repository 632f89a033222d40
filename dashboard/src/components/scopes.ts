// Scopes in plain words, by area. The product's own table says which role has which (src/domain/roles.ts).
import { type Scope, scopes } from '../../../src/domain/scopes.ts'
import { t } from '../lib/language.ts'

export const area_of = (scope: Scope): string => scope.split(':')[0]!
export const areas = [...new Set(scopes.map(area_of))]

export const area_name = (area: string): string =>
  ({
    ads: t('Ads'),
    analytics: t('Web analytics'),
    ecommerce: t('Store'),
    notifications: t('Alerts'),
    connections: t('Connections'),
    billing: t('Plan and cost'),
    skills: t('Playbooks'),
    crm: t('Customers'),
    competitive: t('Competitors'),
    tasks: t('Tasks'),
    agents: t('Agents'),
    memory: t('Memory of agents'),
    actions: t('Changes at platforms'),
    brand: t('Brand'),
    workspace: t('Files and spaces'),
    reports: t('Reports'),
    admin: t('People and keys'),
  })[area] ?? area

const ability_names = (): Record<string, string> => ({
  read: t('Read'),
  write: t('Change'),
  run: t('Run'),
  approve: t('Approve'),
  '*': t('Manage'),
})

/** 'Change' of 'ads:write'. */
export const ability_of = (scope: Scope): string => ability_names()[scope.split(':')[1]!] ?? scope

/** 'Ads: read, change' for each area of a list. */
export function scopes_in_words(list: readonly Scope[]): string {
  if (list.length === scopes.length) return t('Everything')
  const by_area = Map.groupBy(list, area_of)
  return [...by_area]
    .map(([area, own]) => `${area_name(area)}: ${own.map(ability_of).join(', ').toLowerCase()}`)
    .join(' · ')
}
