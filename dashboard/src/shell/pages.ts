// The pages of an organization, in the order of the navigation. An area adds its pages here, when its tools exist.

import { app_pages } from '../areas/apps/pages.ts'
import { client_pages } from '../areas/clients/pages.ts'
import { organization_pages } from '../areas/organization/pages.ts'
import { may, type Org } from './org.ts'
import type { OrgPage } from './page.ts'

export const org_pages: readonly OrgPage[] = [...organization_pages, ...app_pages, ...client_pages]

/** Whether an organization of this kind has the page. */
export const suits = ({ of_kind }: OrgPage, { kind }: Org): boolean => of_kind === undefined || of_kind === kind

/** The pages that the role of the person can open. */
export const pages_of = (org: Org): OrgPage[] => org_pages.filter((page) => suits(page, org) && may(org, page.needs))
