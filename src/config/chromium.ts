// Which browser measures pages: the configured one, or one in a usual place.
import { existsSync } from 'node:fs'
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

/** Undefined: there is none, or none is wanted. */
export function chromium_of(configured: string | undefined): string | undefined {
  if (configured === 'none') return undefined
  if (configured === undefined) return usual_places.find((path) => existsSync(path))
  if (!existsSync(configured)) throw new ConfigFault(`CHROMIUM names a file that does not exist: ${configured}.`)
  return configured
}
