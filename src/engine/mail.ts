// Emails that Tablero sends. They wait encrypted in one table, so that they go out after the change that causes them, and only then.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Language } from '#messages/message.ts'

/** An email to a person, before it is written in a language. */
export interface Letter {
  to: string
  language: Language
  message: LetterName
  values: Record<string, string>
}

export const letter_names = [
  'verify',
  'reset',
  'password_changed',
  'sign_up_known',
  'sign_in_blocked',
  'invitation',
] as const
export type LetterName = (typeof letter_names)[number]

export interface Mailing {
  /** The letter as it waits in the table. */
  sealed(letter: Letter): Buffer
  /** Sends what waits, and returns the number of sent emails. */
  send_waiting(): Promise<number>
}

/** Stores an email in the transaction of an organization. The job `send_mails` sends it. */
export const post_mail = (db: Database, sealed: Buffer) => sql`select auth.post_mail(${sealed})`.execute(db)
