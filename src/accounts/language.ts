// The language of emails to a person.
import { type Language, languages } from '#messages/message.ts'

const CHARS_MAX = 200

/** The person's choice, else the first language of the browser that Tablero has, else English. */
export function language_of(chosen: unknown, accepted: string | null | undefined): Language {
  const known = (name: unknown) => languages.find((language) => language === name)
  const wanted = (accepted ?? '')
    .slice(0, CHARS_MAX)
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return known(chosen) ?? wanted.map(known).find((language) => language !== undefined) ?? 'en'
}
