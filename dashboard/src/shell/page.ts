// What a page of an organization is.
import type { ComponentType } from 'react'
import type { Scope } from '../../../src/domain/scopes.ts'
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
  /** Only organizations of this kind have the page. Undefined: all have it. */
  of_kind?: 'agency'
  /** The second key after g. */
  key?: string
  load: () => Promise<{ default: ComponentType }>
}
