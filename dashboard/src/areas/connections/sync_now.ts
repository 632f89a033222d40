// Starts the syncs of a platform. The stream of events then brings their progress.
import type { OrgTools } from '../../api/call.ts'
import { use_change } from '../../api/queries.ts'

type PlatformKey = OrgTools['trigger_sync']['input']['platform']

export function use_sync_now(platform: string) {
  const { mutateAsync, error, isPending } = use_change('trigger_sync', ['list_connections', 'get_connection'])
  const sync = () => void mutateAsync({ platform: platform as PlatformKey }).catch(() => undefined) // the card shows the error
  return { sync, error, is_starting: isPending }
}
