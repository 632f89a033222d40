// Changes at platforms that wait for a decision, those that were decided, and the rules about them.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const approvals_pages: OrgPage[] = [
  {
    path: 'approvals',
    title: () => t('Approvals'),
    group: 'act',
    icon: 'approvals',
    needs: 'actions:read',
    key: 'v',
    load: () => import('./approvals.tsx'),
  },
]
