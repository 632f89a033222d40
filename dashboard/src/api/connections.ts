// The connections of the organization with the newest event of each, and their platforms.

import type { OrgTools } from './call.ts'
import { type LiveConnection, use_is_live, use_live_connections } from './live_states.ts'
import { use_answer } from './queries.ts'

export type Connection = OrgTools['list_connections']['result']['connections'][number]

export type SyncState = Pick<LiveConnection, 'sync_state' | 'progress' | 'stream' | 'rows' | 'stored_from'>

/** How often the page asks while a sync runs and no events come. */
const ASK_EVERY_MS = 5_000

const is_syncing = ({ sync_state }: Pick<Connection, 'sync_state'>) => sync_state !== 'idle'

export function use_connections() {
  const is_live = use_is_live()
  return use_answer(
    'list_connections',
    {},
    {
      refetchInterval: ({ connections }) => (!is_live && connections.some(is_syncing) ? ASK_EVERY_MS : false),
    },
  )
}

/** The newest event counts more than the answer, which may be older. */
export function use_sync_state({ connection_id, sync_state, progress }: Connection): SyncState {
  const live = use_live_connections().get(connection_id)
  return live ?? { sync_state, progress, stream: null, rows: null, stored_from: null }
}
