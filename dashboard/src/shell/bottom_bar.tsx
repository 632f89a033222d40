// On a phone: the first page of each group that a thumb needs, and the menu with all pages.
import { UnstyledButton } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../components/icons.tsx'
import { t } from '../lib/language.ts'
import classes from './bottom_bar.module.css'
import { use_org } from './org.ts'
import { pages_of } from './pages.ts'

// Dialogs are loaded when they open, so that the first page is drawn sooner.
const MenuDialog = lazy(() => import('./menu_dialog.tsx'))

const GROUPS = ['start', 'analyse', 'act'] as const

export function BottomBar() {
  const org = use_org()
  const { pathname } = useLocation()
  // The menu closes when another page opens.
  const [opened_at, set_opened_at] = useState<string>()
  const firsts = GROUPS.flatMap((group) => pages_of(org).find((page) => page.group === group) ?? [])
  return (
    <>
      <nav className={classes.bar} aria-label={t('Main pages')}>
        {firsts.map(({ path, icon, title }) => (
          <Link
            key={path}
            to={`/o/${org.org_id}/${path}`}
            className={classes.entry!}
            activeOptions={{ exact: path === '' }}
          >
            <Icon name={icon} size={20} />
            {title()}
          </Link>
        ))}
        <UnstyledButton className={classes.entry} aria-haspopup="dialog" onClick={() => set_opened_at(pathname)}>
          <Icon name="menu" size={20} />
          {t('Menu')}
        </UnstyledButton>
      </nav>
      {opened_at === pathname && (
        <Suspense>
          <MenuDialog close={() => set_opened_at(undefined)} />
        </Suspense>
      )}
    </>
  )
}
