// The events of deleted records. The vendor keeps them for a year (QueryRoot.events of the Admin schema 2026-07, read 2026-11).
import type { Changes, Deletion } from '../../world/types.ts'
import type { Fields } from './listing.ts'
import { gid, time } from './shapes.ts'

type Event = Deletion & { event_id: string }
export const events_of = (changes: Changes): Event[] =>
  changes.deletions().map((deletion, n) => ({ ...deletion, event_id: String(181_928_760_000_000 + n) }))
export const event_fields = ({ event_id, at, kind }: Event): Fields => ({
  id: event_id,
  times: { created_at: at },
  words: { action: 'destroy', subject_type: kind.toUpperCase() },
})
export const read_event = ({ event_id, kind, id, at }: Event) => ({
  __typename: 'BasicEvent',
  id: gid('BasicEvent', event_id),
  action: 'destroy',
  createdAt: time(at),
  subjectId: gid(kind === 'order' ? 'Order' : 'Product', id),
  subjectType: kind.toUpperCase(),
})
