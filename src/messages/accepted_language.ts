// The language that a browser asks for.
import { type Language, languages } from '#messages/message.ts'

/** Characters of the header that are read. */
const CHARS_MAX = 200

/** The first language of an Accept-Language header that Tablero has. Browsers name the preferred one first. Undefined: there is none. */
export function accepted_language(header: string | null | undefined): Language | undefined {
  const wanted = (header ?? '')
    .slice(0, CHARS_MAX)
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return wanted.map((name) => languages.find((language) => language === name)).find((known) => known !== undefined)
}
