// Answers of a mocked API for the pages of emails, in each of their states: those of the stores, and those of tools that the person cannot use.
import { all_alike } from '#test/answers_of/ads.ts'
import { store_states } from '#test/answers_of/store.ts'
import { type Answers, refused } from '#test/dashboard.ts'

const READS = ['revisar_email', 'query_email_campaigns', 'query_contacts']

export const OFF = 'This tool belongs to the module module_email, which is off for this organization.'
export const DENIED = "This tool needs the scope 'crm:read'. Your role gives it to members and admins."

export const mail_states = {
  ...store_states,
  off: { ...store_states.data, ...all_alike(READS, refused(404, 'not_found', OFF)) },
  denied: { ...store_states.data, ...all_alike(READS, refused(403, 'denied_scope', DENIED)) },
} satisfies Record<string, Answers>
