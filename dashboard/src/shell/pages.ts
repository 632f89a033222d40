// The pages of an organization, in the order of the navigation. An area adds its pages here, when its tools exist.

import { explore_pages } from '../areas/explore/pages.ts'
import { organization_pages } from '../areas/organization/pages.ts'
import { overview_pages } from '../areas/overview/pages.ts'
import { try_pages } from '../areas/try/pages.ts'
import { may, type Org } from './org.ts'
import type { OrgPage } from './page.ts'

export const org_pages: readonly OrgPage[] = [...overview_pages, ...explore_pages, ...organization_pages, ...try_pages]

/** The pages that the role of the person can open. */
export const pages_of = (org: Org): OrgPage[] => org_pages.filter(({ needs }) => may(org, needs))
