// The first sync of each connection while it runs, and the first figures as they appear.
import { type Connection, use_sync_state } from '../../api/connections.ts'
import { use_live_connections } from '../../api/live_states.ts'
import { use_answer } from '../../api/queries.ts'
import { Figure } from '../../components/figure.tsx'
import { SyncProgress } from '../../components/sync_progress.tsx'
import { t } from '../../lib/language.ts'
import { trust_of } from '../../lib/trust.ts'
import classes from './first_steps.module.css'

const DAYS = 7
const SALES = ['store', 'marketplace'] as const
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
  const { store_revenue, orders, ad_spend } = data
  const figures = [
    { name: t('Store revenue'), value: store_revenue, kind: 'money', kinds: SALES },
    { name: t('Orders'), value: orders, kind: 'count', kinds: SALES },
    { name: t('Ad spend'), value: ad_spend, kind: 'money', kinds: ['ads'] },
  ] as const
  return (
    <dl className={classes.figures} aria-label={t('Last {days} days', { days: DAYS })}>
      {figures.map(({ name, value, kind, kinds }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Figure value={value} kind={kind} is_compact trust={trust_of(value, data, { kinds })} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
