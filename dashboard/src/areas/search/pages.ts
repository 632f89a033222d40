// How people find the site in organic search.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const search_pages: OrgPage[] = [
  {
    path: 'search',
    title: () => t('Search'),
    group: 'analyse',
    icon: 'search',
    needs: 'analytics:read',
    key: 'f',
    load: () => import('./search.tsx'),
  },
]
