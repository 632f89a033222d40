// The language of emails to a person.
import { accepted_language } from '#messages/accepted_language.ts'
import { type Language, languages } from '#messages/message.ts'

/** The person's choice, else the first language of the browser that Tablero has, else English. */
export const language_of = (chosen: unknown, accepted: string | null | undefined): Language =>
  languages.find((language) => language === chosen) ?? accepted_language(accepted) ?? 'en'
