// The organization of the page, and what the person may do in it.
import { createContext, useContext } from 'react'
import { scopes_of } from '../../../src/domain/roles.ts'
import type { Scope } from '../../../src/domain/scopes.ts'
import { t } from '../lib/language.ts'
import { day_text } from '../lib/moments.ts'
import type { Me } from './signed.tsx'

export type Org = Me['organizations'][number]

export const OrgContext = createContext<Org | undefined>(undefined)

export function use_org(): Org {
  const org = useContext(OrgContext)
  if (!org) throw new Error('This component belongs into a page of an organization.')
  return org
}

/** Writes the day of an instant as the organization counts it. */
export function use_day_text(): (instant: string) => string {
  const { time_zone } = use_org()
  return (instant) => day_text(instant, time_zone)
}

/** Why an agency cannot end a client, or take it back. */
export const own_admins_text = (name: string): string =>
  t('{name} has admins of its own. Only they can end it or take it back.', { name })

/** Whether the role of the person gives the scope here. The server checks it again in every call. */
export const may = (org: Org, scope: Scope | undefined): boolean => scope === undefined || scopes_of(org).has(scope)
