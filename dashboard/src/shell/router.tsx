// The addresses. Pages of an organization come from their areas (pages.ts); each is loaded when it is opened.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { RouteFailed } from './failed.tsx'
import { Home, ToConnections } from './home.tsx'
import { NotFound } from './not_found.tsx'
import { OrgFrame } from './org_frame.tsx'
import { org_pages } from './pages.ts'
import { Root } from './root.tsx'
import { Signed } from './signed.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: RouteFailed })

const entries = [
  createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('../accounts/sign_in.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sign-up',
    component: lazyRouteComponent(() => import('../accounts/sign_up.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/verify',
    component: lazyRouteComponent(() => import('../accounts/verify.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset',
    component: lazyRouteComponent(() => import('../accounts/reset.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/invitation',
    component: lazyRouteComponent(() => import('../areas/personal/invitation.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/consent/refused',
    component: lazyRouteComponent(() =>
      import('../accounts/consent.tsx').then(({ ConsentRefused }) => ({ default: ConsentRefused })),
    ),
  }),
]

const signed = createRoute({ getParentRoute: () => root, id: 'signed', component: Signed })
const personal = [
  createRoute({ getParentRoute: () => signed, path: '/', component: Home }),
  createRoute({
    getParentRoute: () => signed,
    path: '/new',
    component: lazyRouteComponent(() => import('../areas/personal/new_organization.tsx')),
  }),
  createRoute({
    getParentRoute: () => signed,
    path: '/account',
    component: lazyRouteComponent(() => import('../areas/personal/account.tsx')),
  }),
  createRoute({
    getParentRoute: () => signed,
    path: '/consent',
    component: lazyRouteComponent(() => import('../accounts/consent.tsx')),
  }),
  createRoute({ getParentRoute: () => signed, path: '/settings/connections', component: ToConnections }),
]

const org = createRoute({ getParentRoute: () => signed, path: '/o/$org', component: OrgFrame })
const of_org = org_pages.map(({ path, load }) =>
  createRoute({ getParentRoute: () => org, path: path || '/', component: lazyRouteComponent(load) }),
)

export const router = createRouter({
  routeTree: root.addChildren([...entries, signed.addChildren([...personal, org.addChildren(of_org)])]),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteFailed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})
