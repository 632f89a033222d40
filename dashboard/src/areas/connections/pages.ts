// The page of the connected platforms.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const connections_pages: OrgPage[] = [
  {
    path: 'connections',
    title: () => t('Connections'),
    group: 'connect',
    icon: 'plug',
    needs: 'connections:read',
    key: 'c',
    load: () => import('./connections.tsx'),
  },
]
