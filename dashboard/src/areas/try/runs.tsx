// Syncs that a call started: their state, read again until all have ended.
import { useQuery } from '@tanstack/react-query'
import { call, type OrgTools } from '../../api/call.ts'
import { use_org_id } from '../../api/queries.ts'
import { figure_text } from '../../components/figure.ts'
import { t } from '../../lib/language.ts'
import classes from './try.module.css'

interface Sync {
  run_id: string
  name: string
}

type Answer = OrgTools['list_connections_detail']['result']
type Run = Answer['connections'][number]['runs'][number]

const READ_AGAIN_MS = 3_000

/** The runs that an answer names in its list of syncs. */
export function syncs_of(result: unknown): Sync[] {
  const { syncs } = (result ?? {}) as { syncs?: unknown }
  return Array.isArray(syncs) ? syncs.filter((sync): sync is Sync => typeof sync?.run_id === 'string') : []
}

const runs_of = ({ connections }: Answer): Run[] => connections.flatMap(({ runs }) => runs)

const is_open = ({ state }: Run) => state === 'queued' || state === 'running'

export function FollowedSyncs({ syncs }: { syncs: Sync[] }) {
  const org = use_org_id()
  const ids = syncs.map(({ run_id }) => run_id)
  const { data = [] } = useQuery({
    queryKey: [org, 'list_connections_detail', 'runs', ids],
    queryFn: async ({ signal }) => runs_of(await call('list_connections_detail', {}, { org, signal })),
    refetchInterval: ({ state }) => {
      const own = (state.data ?? []).filter(({ run_id }) => ids.includes(run_id))
      return state.data && !own.some(is_open) ? false : READ_AGAIN_MS
    },
  })
  return (
    <ul className={classes.runs} aria-live="polite" aria-label={t('Syncs of this call')}>
      {syncs.map(({ run_id, name }) => (
        <li key={run_id}>
          {name}: {state_text(data.find((run) => run.run_id === run_id))}
        </li>
      ))}
    </ul>
  )
}

function state_text(run: Run | undefined): string {
  if (!run) return t('started')
  const rows = figure_text(run.rows, { kind: 'count' })
  if (run.state === 'queued') return t('waits for a free worker')
  if (run.state === 'running') return t('running, {rows} rows so far', { rows })
  if (run.state === 'succeeded') return t('done, {rows} rows', { rows })
  if (run.state === 'cancelled') return t('cancelled')
  return run.error ?? t('failed')
}
