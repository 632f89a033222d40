// The parts of outbound requests that only a browser needs, for stand-ins of the rest.
import type { Outbound } from '#engine/vendors/outbound.ts'

const refuse = () => Promise.reject(new Error('this stand-in opens no connection'))

export const no_dialing: Pick<Outbound, 'check' | 'dial' | 'close'> = {
  check: async (url) => new URL(url),
  dial: refuse,
  close: async () => {},
}
