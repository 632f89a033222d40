// The frame of the pages of an organization. The address says which one: nothing is stored.
import { Outlet, useLocation, useParams } from '@tanstack/react-router'
import { createContext, Suspense, useContext } from 'react'
import { scopes_of } from '../../../src/domain/roles.ts'
import type { Scope } from '../../../src/domain/scopes.ts'
import { OrgId } from '../api/queries.ts'
import { t } from '../lib/language.ts'
import { AdminsOnly } from './admins_only.tsx'
import { BottomBar } from './bottom_bar.tsx'
import { PageSkeleton } from './frame_skeleton.tsx'
import { Header } from './header.tsx'
import { Keyboard } from './keyboard.tsx'
import { NoAccess } from './no_access.tsx'
import classes from './org_frame.module.css'
import { type OrgPage, org_pages } from './pages.ts'
import { Redirect } from './redirect.tsx'
import { SideBar } from './side_bar.tsx'
import { type Me, use_person } from './signed.tsx'

export type Org = Me['organizations'][number]

const OrgContext = createContext<Org | undefined>(undefined)

export function use_org(): Org {
  const org = useContext(OrgContext)
  if (!org) throw new Error('This component belongs into a page of an organization.')
  return org
}

/** Whether the role of the person gives the scope here. The server checks it again in every call. */
export const may = (org: Org, scope: Scope | undefined): boolean => scope === undefined || scopes_of(org).has(scope)

/** The pages that the role of the person can open. */
export const pages_of = (org: Org): OrgPage[] => org_pages.filter(({ needs }) => may(org, needs))

export function OrgFrame() {
  const { org: org_id } = useParams({ strict: false }) as { org: string }
  const org = use_person().organizations.find((one) => one.org_id === org_id)
  if (!org) return <NoAccess />
  return (
    <OrgContext value={org}>
      <OrgId value={org.org_id}>
        <div className={classes.frame}>
          <a className={classes.skip} href="#content">
            {t('Skip to the content')}
          </a>
          <SideBar />
          <Header />
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

/** Pages of another organization start anew: their forms and scroll positions belong to it. */
function Content({ org }: { org: Org }) {
  const { pathname } = useLocation()
  const first = pages_of(org)[0]
  const has_start = org_pages.some(({ path }) => path === '')
  const is_start = pathname.replace(/\/$/, '') === `/o/${org.org_id}`
  if (is_start && !has_start && first) return <Redirect to={`/o/${org.org_id}/${first.path}`} />
  const page = org_pages.find(({ path }) => pathname === `/o/${org.org_id}/${path}`)
  if (page && !may(org, page.needs)) return <AdminsOnly page={page} />
  return <Outlet key={org.org_id} />
}
