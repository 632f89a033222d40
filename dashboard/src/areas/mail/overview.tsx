// The review of the emails that were sent in the period.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { ReviewPage } from '../../components/review_page.tsx'
import type { ReviewFigure } from '../../components/review_tiles.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { day_text } from '../../lib/moments.ts'
import { trust_of } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { use_org } from '../../shell/org.ts'
import classes from './mail.module.css'

type Review = OrgTools['revisar_email']['result']
type Campaign = Review['campaigns'][number]

const figures_of = (review: Review): ReviewFigure[] => [
  { title: t('Sent campaigns'), of: review.campaigns_sent, kind: 'count', good_when: 'neither' },
  { title: t('Delivered'), of: review.delivered, kind: 'count', good_when: 'neither' },
  { title: t('Open rate'), of: review.open_rate, kind: 'share', is_ratio: true, good_when: 'up' },
  { title: t('Click rate'), of: review.click_rate, kind: 'share', is_ratio: true, good_when: 'up' },
  { title: t('Unsubscribes'), of: review.unsubscribes, kind: 'count', good_when: 'down' },
  { title: t('Claimed revenue'), of: review.revenue, kind: 'money', good_when: 'up' },
]

export const MailOverview = ({ period }: { period: PagePeriod }) => (
  <ReviewPage tool="revisar_email" period={period} figures_of={figures_of}>
    {(review) => review.campaigns.length > 0 && <Sent review={review} />}
  </ReviewPage>
)

function Sent({ review }: { review: Review }) {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  const columns = useMemo((): Column<Campaign>[] => {
    const rate = (name: 'open_rate' | 'click_rate', title: string): Column<Campaign> => ({
      id: name,
      title,
      value: (row) => row[name],
      figure: {
        kind: 'share',
        trust: (row) => (row[name] === null ? trust_of(null, review, { is_ratio: true, is_of_row: true }) : undefined),
      },
      is_main: name === 'open_rate',
    })
    return [
      {
        id: 'campaign',
        title: t('Campaign'),
        value: ({ name }) => name,
        cell: ({ name, subject }) => <TwoLines main={name} quiet={subject} />,
        is_main: true,
        width: '38%',
      },
      {
        id: 'sent',
        title: t('Sent'),
        value: ({ sent_at }) => sent_at,
        cell: ({ sent_at }) => day_text(sent_at, time_zone),
      },
      {
        id: 'delivered',
        title: t('Delivered'),
        value: ({ delivered }) => delivered,
        figure: { kind: 'count', adds_up: true },
      },
      rate('open_rate', t('Open rate')),
      rate('click_rate', t('Click rate')),
      {
        id: 'revenue',
        title: t('Claimed revenue'),
        value: ({ revenue }) => revenue,
        figure: {
          kind: 'money',
          currency: () => review.currency,
          trust: ({ revenue }) => (revenue === null ? trust_of(null, review) : undefined),
          adds_up: true,
        },
        is_main: true,
      },
    ]
  }, [language, time_zone, review])
  return (
    <section>
      <h2 className={classes.title}>{t('Sent in these days')}</h2>
      <DataTable
        label={t('Sent in these days')}
        rows={review.campaigns}
        columns={columns}
        id_of={({ campaign_id }) => campaign_id}
        file={`emails_${review.window.from}_${review.window.to}`}
        address="sent"
      />
      {review.truncated && <p className={classes.quiet}>{review.hint}</p>}
    </section>
  )
}
