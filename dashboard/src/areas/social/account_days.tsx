// The days of one account as plots. People of several days are not added up, because the same person can come on each.
import { Skeleton } from '@mantine/core'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerNotes } from '../../components/answer_notes.tsx'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import type { FigureKind } from '../../components/figure.ts'
import { Freshness } from '../../components/freshness.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { LinePlot } from '../../components/plots.tsx'
import { Reviewed } from '../../components/reviewed.tsx'
import { Shown } from '../../components/shown.tsx'
import { Tile, Tiles } from '../../components/tile.tsx'
import { TilesSkeleton } from '../../components/tiles_skeleton.tsx'
import { t } from '../../lib/language.ts'
import { days_back_of } from '../../lib/period.ts'
import { trust_of } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { AccountChoice, use_account } from './account_choice.tsx'
import classes from './social.module.css'

type Accounts = OrgTools['list_social_accounts']['result']
type Metrics = OrgTools['list_social_metrics']['result']

const PLOT_PX = 180

export function AccountDays({ period }: { period: PagePeriod }) {
  const accounts = use_answer('list_social_accounts', {})
  return (
    <Answered of={accounts} skeleton={<DaysSkeleton />}>
      {(data) =>
        data.accounts.length === 0 ? (
          <Empty icon="social" title={t('No accounts')}>
            {t('The connected networks have no account yet.')}
          </Empty>
        ) : (
          <OfAccount accounts={data} period={period} />
        )
      }
    </Answered>
  )
}

/** Without a choice, the account with most followers. */
function OfAccount({ accounts, period }: { accounts: Accounts; period: PagePeriod }) {
  const [chosen, choose] = use_account()
  const id = chosen ?? accounts.accounts[0]!.social_account_id
  const days_back = days_back_of(period.current, period.today)
  const metrics = use_answer(
    'list_social_metrics',
    { social_account_id: id, days_back: days_back ?? 1 },
    { enabled: days_back !== undefined, keeps: true },
  )
  return (
    <div className={classes.stack}>
      <PeriodBar period={period} compares={false}>
        <Freshness of={[metrics.data]} />
      </PeriodBar>
      <div className={classes.choice}>
        <AccountChoice accounts={accounts.accounts} chosen={id} choose={choose} />
      </div>
      <Reviewed of={{ review: metrics, is_asked: days_back !== undefined, period }} skeleton={<DaysSkeleton />}>
        {(data) => (
          <div className={classes.stack}>
            <AccountTiles accounts={accounts} metrics={data} />
            <AnswerNotes notes={data.notes} />
            <Plots metrics={data} />
            <Shown of={data} count={data.days.length} />
          </div>
        )}
      </Reviewed>
    </div>
  )
}

function AccountTiles({ accounts, metrics }: { accounts: Accounts; metrics: Metrics }) {
  const account = accounts.accounts.find(({ social_account_id }) => social_account_id === metrics.social_account_id)
  const followers = account?.followers ?? null
  const { impressions, engagements, platform } = metrics
  return (
    <Tiles>
      <Tile
        name={t('Followers now')}
        value={followers}
        kind="count"
        trust={trust_of(followers, accounts, { platform })}
      />
      <Tile name={t('Impressions')} value={impressions} kind="count" trust={trust_of(impressions, metrics)} />
      <Tile name={t('Engagements')} value={engagements} kind="count" trust={trust_of(engagements, metrics)} />
    </Tiles>
  )
}

function Plots({ metrics: { days, window, settled_until } }: { metrics: Metrics }) {
  const oldest_first = days.toReversed()
  const plots: [Exclude<keyof Metrics['days'][number], 'date'>, string, FigureKind][] = [
    ['reach', t('Reach'), 'count'],
    ['impressions', t('Impressions'), 'count'],
    ['engagements', t('Engagements'), 'count'],
    ['engagement_rate', t('Engagement rate'), 'share'],
    ['followers', t('Followers'), 'count'],
  ]
  return (
    <div className={classes.plots}>
      {plots.map(([id, name, kind]) => {
        const values = oldest_first.map((day) => day[id])
        const is_known = values.some((value) => value !== null)
        return (
          <LinePlot
            key={id}
            title={t('{figure} by day', { figure: name })}
            about={is_known ? undefined : t('Not known for these days.')}
            file={`social_${id}_${window.from}_${window.to}`}
            days={oldest_first.map(({ date }) => date)}
            series={[{ id, name, kind, color: 'blue', values, settled_until: is_known ? settled_until : null }]}
            height={PLOT_PX}
          />
        )
      })}
    </div>
  )
}

const DaysSkeleton = () => (
  <>
    <TilesSkeleton count={3} />
    <Skeleton height={PLOT_PX * 3} mt={16} />
  </>
)
