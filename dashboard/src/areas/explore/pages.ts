// The page of free questions.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const explore_pages: OrgPage[] = [
  {
    path: 'explore',
    title: () => t('Explore'),
    group: 'analyse',
    icon: 'explore',
    needs: 'ecommerce:read',
    key: 'e',
    load: () => import('./explore.tsx'),
  },
]
