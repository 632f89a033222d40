// What the tests of figures share: a page to open, and what its regions show.
import type { Region } from '#test/shown_figures.ts'
import type { ToolsOfOrganization as OrgTools } from '../../../dashboard/src/api/tools.ts'

export const DAYS = 7

type Tool = keyof OrgTools
export type Result<T extends Tool> = OrgTools[T]['result']
interface Dates {
  date_from: string
  date_to: string
}

export interface Ask {
  /** The answer by key to a call that the page sent too. */
  <T extends Tool>(tool: T, input: OrgTools[T]['input']): Promise<Result<T>>
  /** The answer to a session, for a tool that keys do not have. */
  inside<T extends Tool>(tool: T, input: OrgTools[T]['input']): Promise<Result<T>>
  days: Dates
  days_before: Dates
}

export interface View {
  /** Below /o/{org_id}/. */
  address: string
  regions: (ask: Ask) => Promise<Region[]>
  /** Sentences with figures, in English. */
  texts?: (ask: Ask) => Promise<string[]>
}

export const review = { days_back: DAYS }
