// The navigation beside the pages: the organization, and the pages by group.
import { Link } from '@tanstack/react-router'
import { Icon } from '../components/icons.tsx'
import { t } from '../lib/language.ts'
import { use_org } from './org.ts'
import frame from './org_frame.module.css'
import { OrgSwitcher } from './org_switcher.tsx'
import type { Group, OrgPage } from './page.ts'
import { pages_of } from './pages.ts'
import classes from './side_bar.module.css'

const groups: [Group, () => string][] = [
  ['start', () => ''],
  ['analyse', () => t('Analyse')],
  ['act', () => t('Act')],
  ['work', () => t('Work')],
  ['connect', () => t('Connect')],
  ['settings', () => t('Settings')],
]

export function SideBar() {
  return (
    <div className={frame.side}>
      <OrgSwitcher />
      <nav aria-label={t('Pages')} className={classes.nav}>
        <PageList />
      </nav>
    </div>
  )
}

/** Also the content of the phone's menu. */
export function PageList() {
  const org = use_org()
  const pages = pages_of(org)
  return groups.map(([group, title]) => {
    const own = pages.filter((page) => page.group === group)
    if (own.length === 0) return null
    return (
      <div key={group} className={classes.group}>
        {title() && <p className={classes.title}>{title()}</p>}
        <ul className={classes.list}>
          {own.map((page) => (
            <li key={page.path}>
              <PageLink page={page} org_id={org.org_id} />
            </li>
          ))}
        </ul>
      </div>
    )
  })
}

function PageLink({ page: { path, icon, title }, org_id }: { page: OrgPage; org_id: string }) {
  return (
    <Link to={`/o/${org_id}/${path}`} className={classes.link!} activeOptions={{ exact: path === '' }}>
      <Icon name={icon} />
      {title()}
    </Link>
  )
}
