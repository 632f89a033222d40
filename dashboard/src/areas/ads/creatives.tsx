// The creatives of Meta Ads, with how tired each is. Their pictures are at other places, which the policy of the pages does not allow.
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { WHOLE_ROWS_MAX } from '../../components/columns.ts'
import type { FigureKind } from '../../components/figure.ts'
import { Figure } from '../../components/figure.tsx'
import { NotConnected } from '../../components/nothing.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import { dates_of } from '../../lib/period.ts'
import classes from './ads.module.css'
import { ROWS_MAX } from './campaign_answers.ts'
import type { TabProps } from './campaigns.tsx'
import { Level } from './level.tsx'
import { type AdList, row_name } from './rows.ts'

type Answer = OrgTools['query_mx_creatives']['result']
type Creative = Answer['creatives'][number]

export default function Creatives({ period, platforms }: TabProps) {
  const is_connected = platforms.includes('mx_ads')
  const { current, before } = period
  const answer = use_answer(
    'query_mx_creatives',
    { ...dates_of(current), limit: ROWS_MAX },
    { enabled: is_connected, keeps: true },
  )
  const compared = use_answer(
    'query_mx_creatives',
    { ...dates_of(before ?? current), limit: 1 },
    { enabled: is_connected && before !== null },
  )
  if (!is_connected)
    return (
      <NotConnected title={t('Meta Ads is not connected')}>
        {t('This tab will show each creative of Meta Ads, what it costs and brings, and when it tires people.')}
      </NotConnected>
    )
  return (
    <Level
      id="creatives"
      title={t('Creatives')}
      list={{ ...answer, data: answer.data && listed(answer.data) }}
      before={before === null ? undefined : compared.data}
      period={period}
      more={({ own_id }) => own_id && <Whole id={own_id} days={dates_of(current)} />}
    />
  )
}

function listed({ creatives, ...answer }: Answer): AdList {
  return {
    ...answer,
    rows: creatives.map(({ creative_id, name, ...row }) => ({
      ...row,
      status: row.status,
      account: row.account,
      id: creative_id ?? `rest-${row.account ?? ''}`,
      own_id: creative_id,
      name: row_name(name, creative_id),
      about: row.title ?? row.account ?? null,
      conversion_value: row.conversion_value,
    })),
  }
}

interface WholeProps {
  id: string
  days: ReturnType<typeof dates_of>
}

/** The creatives with the highest spend, whose rows are whole. The list of all of them has short rows. */
function Whole({ id, days }: WholeProps) {
  const { data } = use_answer('query_mx_creatives', { ...days, limit: WHOLE_ROWS_MAX })
  const creative = data?.creatives.find(({ creative_id }) => creative_id === id)
  if (data === undefined) return null
  if (creative === undefined)
    return (
      <p className={classes.quiet}>
        {t('Texts and the parts of the score are known of the {count} creatives with the highest spend.', {
          count: WHOLE_ROWS_MAX,
        })}
      </p>
    )
  return <Looks creative={creative} />
}

function Looks({ creative: { type, title, body, fatigue } }: { creative: Creative }) {
  return (
    <>
      <Pairs>
        {type && <Pair name={t('Type')}>{type}</Pair>}
        {title && <Pair name={t('Title')}>{title}</Pair>}
        {body && <Pair name={t('Text')}>{body}</Pair>}
      </Pairs>
      {fatigue && <Parts fatigue={fatigue} />}
    </>
  )
}

/** What makes the score: the last seven days against the first seven of the creative. */
function Parts({ fatigue }: { fatigue: NonNullable<Creative['fatigue']> }) {
  const { ctr_fall_percent, cost_rise_percent, first_frequency, frequency, days_running } = fatigue
  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>{t('Its last 7 days against its first 7')}</h3>
      <Pairs>
        <PartOf name={t('Fewer clicks for each impression')} value={share(ctr_fall_percent)} kind="share" />
        <PartOf name={t('Higher cost of a click')} value={share(cost_rise_percent)} kind="share" />
        <PartOf name={t('Impressions for each person and day, first')} value={first_frequency} kind="ratio" />
        <PartOf name={t('Impressions for each person and day, last')} value={frequency} kind="ratio" />
        <PartOf name={t('Days running')} value={days_running} kind="count" />
      </Pairs>
    </div>
  )
}

const share = (percent: number | null) => (percent === null ? null : percent / 100)

const PartOf = ({ name, value, kind }: { name: string; value: number | null; kind: FigureKind }) => (
  <Pair name={name}>
    <Figure value={value} kind={kind} reason={value === null ? t('Not known for these days.') : undefined} />
  </Pair>
)
