// Which browser measures pages: the configured one, or one in a usual place.
import { existsSync } from 'node:fs'
import { getuid } from 'node:process'
import { ConfigFault } from './schemas.ts'

const usual_places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Undefined: there is none, or none is wanted. Chromium refuses its own sandbox to root, so root must name a browser to get one. */
export function chromium_of(
  configured: string | undefined,
  { is_root = getuid?.() === 0, places = usual_places } = {},
): string | undefined {
  if (configured === 'none') return undefined
  if (configured === undefined) return is_root ? undefined : places.find((path) => existsSync(path))
  if (!existsSync(configured)) throw new ConfigFault(`CHROMIUM names a file that does not exist: ${configured}.`)
  return configured
}
