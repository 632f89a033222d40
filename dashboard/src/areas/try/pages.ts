// The page where a person tries a tool.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const try_pages: OrgPage[] = [
  {
    path: 'settings/try',
    title: () => t('Try a tool'),
    group: 'settings',
    icon: 'try',
    key: 't',
    load: () => import('./try_a_tool.tsx'),
  },
]
