// Listings, orders and questions of buyers on a marketplace.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const marketplace_pages: OrgPage[] = [
  {
    path: 'marketplace',
    title: () => t('Marketplace'),
    group: 'analyse',
    icon: 'market',
    needs: 'ecommerce:read',
    key: 'r',
    load: () => import('./marketplace.tsx'),
  },
]
