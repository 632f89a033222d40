// Email addresses of people, in one form, so that the same address is the same person.
import { domainToASCII } from 'node:url'
import { refuse } from '#engine/outcomes.ts'

/** RFC 5321, section 4.5.3.1, as corrected by RFC 3696's erratum 1690. */
const EMAIL_CHARS_MAX = 254
/** Without signs that nobody sees: two addresses that look alike would be different people. */
const LOCAL_PART = /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}$/u
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

/** Trimmed, in lower case, with an international domain in ASCII. Refuses what is no address. */
export function normalized_email(given: string): string {
  const text = given.trim().normalize('NFC')
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)]
  const email = `${local.toLowerCase()}@${domainToASCII(domain.slice(0, EMAIL_CHARS_MAX))}`
  const is_email = LOCAL_PART.test(local) && HOST.test(email.slice(email.lastIndexOf('@') + 1))
  if (!is_email || email.length > EMAIL_CHARS_MAX)
    refuse(`email must be one email address of at most ${EMAIL_CHARS_MAX} characters, such as ana@example.com.`)
  return email
}
