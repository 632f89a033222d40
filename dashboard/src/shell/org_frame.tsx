// The frame of the pages of an organization. The address says which one: nothing is stored.
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { use_events } from '../api/events.ts'
import { OrgId } from '../api/queries.ts'
import { t } from '../lib/language.ts'
import { AdminsOnly } from './admins_only.tsx'
import { BottomBar } from './bottom_bar.tsx'
import { EndedOrg } from './ended_org.tsx'
import { PageSkeleton } from './frame_skeleton.tsx'
import { Header } from './header.tsx'
import { Keyboard } from './keyboard.tsx'
import { NoAccess } from './no_access.tsx'
import { NotFound } from './not_found.tsx'
import { may, type Org, OrgContext } from './org.ts'
import classes from './org_frame.module.css'
import { org_pages, pages_of, suits } from './pages.ts'
import { Redirect } from './redirect.tsx'
import { SideBar } from './side_bar.tsx'
import { use_person } from './signed.tsx'

export function OrgFrame() {
  const { org: org_id } = useParams({ strict: false }) as { org: string }
  const org = use_person().organizations.find((one) => one.org_id === org_id)
  if (!org) return <NoAccess />
  if (org.deleted_at !== null)
    return (
      <OrgId value={org.org_id}>
        <EndedOrg org={org} />
      </OrgId>
    )
  return (
    <OrgContext value={org}>
      <OrgId value={org.org_id}>
        <div className={classes.frame}>
          <a className={classes.skip} href="#content">
            {t('Skip to the content')}
          </a>
          <SideBar />
          <Header />
          <Events org_id={org.org_id} />
          <main className={classes.main} id="content" tabIndex={-1}>
            <Suspense fallback={<PageSkeleton />}>
              <Content org={org} />
            </Suspense>
          </main>
          <BottomBar />
        </div>
        <Keyboard />
      </OrgId>
    </OrgContext>
  )
}

function Events({ org_id }: { org_id: string }) {
  use_events(org_id)
  return null
}

/** Pages of another organization start again: their forms and scroll positions belong to it. */
function Content({ org }: { org: Org }) {
  const { pathname } = useLocation()
  const first = pages_of(org)[0]
  const has_start = org_pages.some(({ path }) => path === '')
  const is_start = pathname.replace(/\/$/, '') === `/o/${org.org_id}`
  if (is_start && !has_start && first) return <Redirect to={`/o/${org.org_id}/${first.path}`} />
  const page = org_pages.find(({ path }) => pathname === `/o/${org.org_id}/${path}`)
  if (page && !suits(page, org)) return <NotFound />
  if (page && !may(org, page.needs)) return <AdminsOnly page={page} />
  return <Outlet key={org.org_id} />
}
