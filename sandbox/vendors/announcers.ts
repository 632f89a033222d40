// The vendors that announce changes.
import type { Announcer } from '../announcer.ts'
import { mpa_announcer } from './mpa/webhooks.ts'
import { store_c_announcer } from './store_c/webhooks.ts'
import { sx_announcer } from './sx/webhooks.ts'
import { tnx_announcer } from './tnx/webhooks.ts'

export const announcers: Record<string, Announcer> = {
  sx: sx_announcer,
  tnx: tnx_announcer,
  store_c: store_c_announcer,
  mpa: mpa_announcer,
}
