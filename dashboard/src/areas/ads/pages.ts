// What ads cost and bring.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const ads_pages: OrgPage[] = [
  {
    path: 'ads',
    title: () => t('Ads'),
    group: 'analyse',
    icon: 'ads',
    needs: 'ads:read',
    key: 'a',
    load: () => import('./ads.tsx'),
  },
]
