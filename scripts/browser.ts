// The browser of the tests, as Debian's packages install it.
import { existsSync } from 'node:fs'

export const CHROMIUM = '/usr/bin/chromium'
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'
/** For pages of our own. The shell is Chromium without a window, and opens a page for half of the processor time. */
export const BROWSER = existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM
