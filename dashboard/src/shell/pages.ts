// The pages of an organization, in the order of the navigation. An area adds its pages here, when its tools exist.

import { connections_pages } from '../areas/connections/pages.ts'
import { organization_pages } from '../areas/organization/pages.ts'
import { overview_pages } from '../areas/overview/pages.ts'
import { may, type Org } from './org.ts'
import type { OrgPage } from './page.ts'

export const org_pages: readonly OrgPage[] = [...overview_pages, ...connections_pages, ...organization_pages]

/** The pages that the role of the person can open. */
export const pages_of = (org: Org): OrgPage[] => org_pages.filter(({ needs }) => may(org, needs))
