// The app of a person's second factor: it shows the codes of a secret (RFC 6238).
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type BrowserAnswer, PASSWORD } from '#test/browser.ts'

const PERIOD_MS = 30_000
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function bytes_of(base32: string): Buffer {
  const bits = [...base32].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code that the app shows, now or some periods from now. */
function code_of(secret: string, periods = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS) + periods))
  const digest = createHmac('sha1', bytes_of(secret)).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export interface SecondFactor {
  secret: string
  recovery_codes: string[]
  /** A code that is valid now. The code of the period before was used to set the factor up. */
  code(periods?: number): string
}

/** A browser in which a person is signed in. */
interface Signed {
  auth(path: string, body: object): Promise<Pick<BrowserAnswer, 'status' | 'body' | 'text'>>
}

/** Sets up the second factor of the person who is signed in. */
export async function set_up_second_factor(browser: Signed): Promise<SecondFactor> {
  const { status, body, text } = await browser.auth('/two-factor/enable', { password: PASSWORD })
  assert.equal(status, 200, text)
  const secret = new URL(body.totpURI).searchParams.get('secret')!
  const confirm = () => browser.auth('/two-factor/verify-totp', { code: code_of(secret, -1) })
  // A code of the period before is too old when the period ends on the way.
  const first = await confirm()
  const confirmed = first.status === 200 ? first : await confirm()
  assert.equal(confirmed.status, 200, confirmed.text)
  return { secret, recovery_codes: body.backupCodes, code: (periods) => code_of(secret, periods) }
}
