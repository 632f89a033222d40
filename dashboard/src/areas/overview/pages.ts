// The page that every member sees first.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const overview_pages: OrgPage[] = [
  {
    path: '',
    title: () => t('Overview'),
    group: 'start',
    icon: 'overview',
    key: 'o',
    load: () => import('./overview.tsx'),
  },
]
