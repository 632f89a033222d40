// What the pages say about a tool: its area, what it does to data, and who may call it.
import { roles, scopes_of_role } from '../../../../src/domain/roles.ts'
import type { Effect, ListedTool, ToolToTry } from '../../api/tool_list.ts'
import { role_name } from '../../components/roles.ts'
import { t } from '../../lib/language.ts'
import { may, type Org } from '../../shell/org.ts'

export const area_title = ({ area, area_title: english }: Pick<ToolToTry, 'area' | 'area_title'>): string =>
  ({
    ads: t('Ads'),
    analytics: t('Web analytics'),
    connections: t('Connections'),
    mpa: t('Marketplace A'),
    organization: t('Organization'),
    query: t('Data queries'),
    social: t('Organic social'),
    store: t('Store'),
    summary: t('Summaries'),
  })[area] ?? english

export const effect_name = (effect: Effect): string =>
  ({ read: t('reads'), write: t('changes'), propose: t('proposes') })[effect]

export const effect_about = (effect: Effect): string =>
  ({
    read: t('Reads. Changes nothing.'),
    write: t('Changes data, or starts work.'),
    propose: t('Proposes a change, which a person approves.'),
  })[effect]

export const may_call = (org: Org, { scopes }: Pick<ListedTool, 'scopes'>): boolean =>
  scopes.every((scope) => may(org, scope))

/** 'Admin, Member': the roles that have every scope of the tool. */
export const who_can = ({ scopes }: Pick<ListedTool, 'scopes'>): string =>
  roles
    .filter((role) => scopes.every((scope) => scopes_of_role[role].includes(scope)))
    .map(role_name)
    .join(', ')
