// Emails that Tablero sends. They wait encrypted in one table, so that they go out after the change that causes them, and only then.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Language } from '#messages/message.ts'

/** An email to a person, before it is written in a language. */
export interface Email {
  to: string
  language: Language
  message: EmailName
  values: Record<string, string>
  /** Paragraphs after the text, already in the language of the reader. */
  paragraphs?: readonly string[]
}

export const email_names = [
  'verify',
  'reset',
  'password_changed',
  'sign_up_known',
  'sign_in_blocked',
  'invitation',
  'access_request',
  'notification',
] as const
export type EmailName = (typeof email_names)[number]

export interface Mailing {
  /** The email as it waits in the table. */
  sealed(email: Email): Buffer
  /** Sends what waits, and returns the number of sent emails. */
  send_waiting(): Promise<number>
}

/** Stores an email in the transaction of an organization. The job `send_mails` sends it. */
export const post_mail = (db: Database, sealed: Buffer) => sql`select auth.post_mail(${sealed})`.execute(db)
