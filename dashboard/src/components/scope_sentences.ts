// What each scope allows, as a sentence for the person who decides about it.
import type { Scope } from '../../../src/domain/scopes.ts'
import { t } from '../lib/language.ts'

const sentences: Record<Scope, () => string> = {
  'ads:read': () => t('See campaigns, their cost and their results.'),
  'ads:write': () => t('Change campaigns: start, pause and change budgets.'),
  'analytics:read': () => t('See visits, sources and events of your sites.'),
  'ecommerce:read': () => t('See orders, products and customers of your store.'),
  'ecommerce:write': () => t('Change what Tablero keeps of your store, such as costs.'),
  'notifications:read': () => t('See alerts.'),
  'notifications:write': () => t('Make alerts, and decide where they go.'),
  'connections:read': () => t('See which platforms are connected, and whether they work.'),
  'connections:write': () => t('Connect and disconnect platforms, and start syncs.'),
  'billing:read': () => t('See the plan and what was used of it.'),
  'skills:read': () => t('Read the playbooks of your organization.'),
  'crm:read': () => t('See contacts, companies and deals, with personal data.'),
  'crm:write': () => t('Change contacts, companies and deals.'),
  'competitive:read': () => t('See what was found of competitors.'),
  'competitive:write': () => t('Choose which competitors are watched.'),
  'tasks:read': () => t('See tasks.'),
  'tasks:write': () => t('Make and change tasks.'),
  'agents:read': () => t('See agents and what they did.'),
  'agents:run': () => t('Start agents, which costs credits.'),
  'memory:read': () => t('Read what agents have noted.'),
  'memory:write': () => t('Change what agents have noted.'),
  'actions:read': () => t('See proposed and made changes at platforms.'),
  'actions:approve': () => t('Propose and approve changes at platforms, such as of budgets.'),
  'brand:read': () => t('Read your brand: voice, audience and products.'),
  'brand:write': () => t('Change your brand.'),
  'workspace:read': () => t('Read files and spaces.'),
  'workspace:write': () => t('Change files and spaces.'),
  'reports:run': () => t('Make reports, which costs credits.'),
  'admin:*': () => t('Invite and remove people, and change their roles.'),
}

export const sentence_of = (scope: Scope): string => sentences[scope]()
