// The first sync of each connection while it runs, and the first figures as they appear.
import { type Connection, use_sync_state } from '../../api/connections.ts'
import { use_live_connections } from '../../api/live_states.ts'
import { use_answer } from '../../api/queries.ts'
import { figure_text } from '../../components/figure.ts'
import { SyncProgress } from '../../components/sync_progress.tsx'
import { t } from '../../lib/language.ts'
import classes from './first_steps.module.css'

const DAYS = 7
/** How often the figures are asked for while the first sync runs. */
const ASK_EVERY_MS = 5_000

export function FirstSync({ connections }: { connections: Connection[] }) {
  return (
    <>
      {connections.map((connection) => (
        <OneSync key={connection.connection_id} connection={connection} />
      ))}
      <FirstFigures connections={connections} />
    </>
  )
}

function OneSync({ connection }: { connection: Connection }) {
  const state = use_sync_state(connection)
  if (state.sync_state === 'idle') return null
  return (
    <div className={classes.sync}>
      <p className={classes.about}>{connection.name}</p>
      <SyncProgress of={state} name={connection.name} />
    </div>
  )
}

function FirstFigures({ connections }: { connections: Connection[] }) {
  const live = use_live_connections()
  const is_reading = connections.some((one) => (live.get(one.connection_id) ?? one).sync_state === 'running')
  const { data } = use_answer(
    'get_kpi_summary',
    { days_back: DAYS },
    {
      refetchInterval: () => (is_reading ? ASK_EVERY_MS : false),
    },
  )
  if (!data) return null
  const { currency, store_revenue, orders, ad_spend } = data
  const figures: [string, string][] = [
    [t('Store revenue'), figure_text(store_revenue, { kind: 'money', currency, is_compact: true })],
    [t('Orders'), figure_text(orders, { kind: 'count' })],
    [t('Ad spend'), figure_text(ad_spend, { kind: 'money', currency, is_compact: true })],
  ]
  return (
    <dl className={classes.figures} aria-label={t('Last {days} days', { days: DAYS })}>
      {figures.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
