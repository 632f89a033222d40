// The pages of an organization, in the order of the navigation. An area adds its pages here, when its tools exist.

import { ads_pages } from '../areas/ads/pages.ts'
import { alerts_pages } from '../areas/alerts/pages.ts'
import { approvals_pages } from '../areas/approvals/pages.ts'
import { app_pages } from '../areas/apps/pages.ts'
import { client_pages } from '../areas/clients/pages.ts'
import { connections_pages } from '../areas/connections/pages.ts'
import { explore_pages } from '../areas/explore/pages.ts'
import { mail_pages } from '../areas/mail/pages.ts'
import { marketplace_pages } from '../areas/marketplace/pages.ts'
import { notifications_pages } from '../areas/notifications/pages.ts'
import { organization_pages } from '../areas/organization/pages.ts'
import { overview_pages } from '../areas/overview/pages.ts'
import { recommendations_pages } from '../areas/recommendations/pages.ts'
import { search_pages } from '../areas/search/pages.ts'
import { social_pages } from '../areas/social/pages.ts'
import { store_pages } from '../areas/store/pages.ts'
import { try_pages } from '../areas/try/pages.ts'
import { webhooks_pages } from '../areas/webhooks/pages.ts'
import { may, type Org } from './org.ts'
import type { OrgPage } from './page.ts'

export const org_pages: readonly OrgPage[] = [
  ...overview_pages,
  ...notifications_pages,
  ...ads_pages,
  ...store_pages,
  ...marketplace_pages,
  ...search_pages,
  ...mail_pages,
  ...social_pages,
  ...explore_pages,
  ...approvals_pages,
  ...recommendations_pages,
  ...alerts_pages,
  ...connections_pages,
  ...webhooks_pages,
  ...organization_pages,
  ...app_pages,
  ...client_pages,
  ...try_pages,
]

/** Whether an organization of this kind has the page. */
export const suits = ({ of_kind }: OrgPage, { kind }: Org): boolean => of_kind === undefined || of_kind === kind

/** The pages that the role of the person can open. */
export const pages_of = (org: Org): OrgPage[] => org_pages.filter((page) => suits(page, org) && may(org, page.needs))
