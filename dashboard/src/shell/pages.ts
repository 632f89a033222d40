// The pages of an organization, in the order of the navigation. An area adds its pages here, when its tools exist.
import type { ComponentType } from 'react'
import type { Scope } from '../../../src/domain/scopes.ts'
import { organization_pages } from '../areas/organization/pages.ts'
import type { IconName } from '../components/icons.tsx'

export type Group = 'start' | 'analyse' | 'act' | 'work' | 'connect' | 'settings'

export interface OrgPage {
  /** Below /o/{org_id}/, without a slash at its begin. */
  path: string
  title: () => string
  group: Group
  icon: IconName
  /** The role of the person must give it. Undefined: every member sees the page. */
  needs?: Scope
  /** The second key after g. */
  key?: string
  load: () => Promise<{ default: ComponentType }>
}

export const org_pages: readonly OrgPage[] = [...organization_pages]
