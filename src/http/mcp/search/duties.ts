// What only a person does, on a page of the dashboard, and how people ask an agent for it. No tool of MCP does any of this, so a search that
// is about a duty says where a person does it (ADR 59).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'duties')

export interface Duty {
  /** What a person does there, as a verb and its object. */
  about: string
  /** Below /o/{org_id}/. A path that begins with a slash is that of a page of the signed-in person. */
  page: string
  /** Whether questions about it name platforms. A question that names one is hardly about another duty. */
  is_about_platforms: boolean
  /** Questions by language, by the internal tool of the page or by what is asked for. */
  asked: Record<string, Questions>
  /** Questions with the same words that tools answer. */
  beside: Questions
}
type Questions = Record<'en' | 'es' | 'pt', string[]>

export const duties = (): Duty[] =>
  readdirSync(FOLDER)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))

const path_of = ({ page }: Duty, org_id: string) => (page.startsWith('/') ? page : `/o/${org_id}/${page}`)

/** What an agent learns of a duty. The first sentence names what is meant, because a search can be wrong about the question. */
export const sentence_of = (duty: Duty, org_id: string): string =>
  `Only a person can ${duty.about}, on the dashboard at ${path_of(duty, org_id)}. No tool does this.`
