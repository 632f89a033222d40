// What emails bring, and the people who get them.
import { t } from '../../lib/language.ts'
import type { OrgPage } from '../../shell/page.ts'

export const mail_pages: OrgPage[] = [
  {
    path: 'mail',
    title: () => t('Email'),
    group: 'analyse',
    icon: 'mail',
    needs: 'crm:read',
    key: 'i',
    load: () => import('./mail.tsx'),
  },
]
