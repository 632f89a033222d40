// What the stores sell.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const store_pages: OrgPage[] = [
  {
    path: 'store',
    title: () => t('Store'),
    group: 'analyse',
    icon: 'store',
    needs: 'ecommerce:read',
    key: 'h',
    load: () => import('./store.tsx'),
  },
]
