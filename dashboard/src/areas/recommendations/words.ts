// Statuses, delays and the pages of the next calls in words.
import type { Scope } from '../../../../src/domain/scopes.ts'
import { t } from '../../lib/language.ts'
import { may, type Org } from '../../shell/org.ts'
import type { Recommendation } from './rows.ts'

type Status = Recommendation['status']
type Next = Recommendation['next']

const HOURS_OF_DAY = 24

export const delays = (): [number, string][] => [
  [HOURS_OF_DAY, t('Put off for a day')],
  [7 * HOURS_OF_DAY, t('Put off for a week')],
  [30 * HOURS_OF_DAY, t('Put off for 30 days')],
]

export const is_ended = (status: Status): status is 'applied' | 'dismissed' | 'resolved' =>
  status !== 'new' && status !== 'snoozed'

export const ended_text = (status: 'applied' | 'dismissed' | 'resolved'): string =>
  ({ applied: t('Carried out'), dismissed: t('Dismissed'), resolved: t('No longer so') })[status]

/** Tools that propose a change for which the page asks the reason. */
const proposing = ['propose_pause_campaign', 'propose_update_budget'] as const
export type Proposing = (typeof proposing)[number]

const is_proposing = (tool: string): tool is Proposing => (proposing as readonly string[]).includes(tool)

export const may_propose = (org: Org, next: Next): boolean =>
  next !== null && is_proposing(next.tool) && may(org, 'ads:write')

interface Place {
  path: string
  text: string
  needs: Scope
}

const to_connections = (): Place => ({
  path: 'connections',
  text: t('Look at the connections'),
  needs: 'connections:read',
})

/** The page that shows what a reading call answers. */
const places: Record<string, () => Place> = {
  propose_connect_platform: to_connections,
  trigger_sync: to_connections,
  get_connection: to_connections,
  list_connections_detail: to_connections,
  query_carts: () => ({ path: 'store?tab=carts', text: t('Look at the carts'), needs: 'ecommerce:read' }),
  query_mx_creatives: () => ({ path: 'ads?tab=creatives', text: t('Look at the creatives'), needs: 'ads:read' }),
  analizar_performance: () => ({ path: 'ads', text: t('Look at the ads'), needs: 'ads:read' }),
  query_email_campaigns: () => ({ path: 'mail', text: t('Look at the emails'), needs: 'crm:read' }),
  list_mpa_questions: () => ({
    path: 'marketplace?tab=questions',
    text: t('Look at the questions'),
    needs: 'ecommerce:read',
  }),
}

export const place_of = (next: Next): Place | undefined => (next ? places[next.tool]?.() : undefined)
