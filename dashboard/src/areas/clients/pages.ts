// The pages of an agency about its clients.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const client_pages: OrgPage[] = [
  {
    path: 'settings/clients',
    title: () => t('Clients'),
    group: 'settings',
    icon: 'clients',
    needs: 'admin:*',
    of_kind: 'agency',
    key: 'l',
    load: () => import('./clients.tsx'),
  },
]
