// All campaigns of the email platforms, newest first: drafts and planned ones too.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { Figure } from '../../components/figure.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { day_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'

type Campaign = OrgTools['query_email_campaigns']['result']['campaigns'][number]

const ROWS_MAX = 1_000

export default function Campaigns() {
  const answer = use_answer('query_email_campaigns', { limit: ROWS_MAX })
  const columns = use_columns()
  return (
    <AnswerList
      id="email_campaigns"
      title={t('Campaigns')}
      answer={answer}
      rows_of={({ campaigns }) => campaigns}
      columns={columns}
      has_freshness
      id_of={({ campaign_id }) => campaign_id}
      texts_of={({ name, subject, status }) => [name, subject, status]}
      empty={{ title: t('No campaigns'), text: t('The email platforms have no campaigns yet.') }}
    />
  )
}

function use_columns(): Column<Campaign>[] {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      {
        id: 'campaign',
        title: t('Campaign'),
        value: ({ name }) => name,
        cell: ({ name, subject }) => <TwoLines main={name} quiet={subject} />,
        is_main: true,
        width: '40%',
      },
      {
        id: 'sent_at',
        title: t('Sent on'),
        value: ({ sent_at }) => sent_at,
        cell: (row) => (row.sent_at === null ? <Unknown of={row} /> : day_text(row.sent_at, time_zone)),
      },
      count('sent', t('Recipients')),
      count('opens', t('Opens')),
      count('clicks', t('Clicks')),
      {
        id: 'revenue',
        title: t('Claimed revenue'),
        value: ({ revenue }) => revenue,
        cell: (row) =>
          row.revenue === null ? (
            <Unknown of={row} />
          ) : (
            <Figure value={row.revenue} kind="money" currency={row.currency ?? undefined} />
          ),
        figure: { kind: 'money', currency: ({ currency }) => currency ?? undefined, adds_up: true },
      },
    ],
    [language, time_zone],
  )
}

const count = (name: 'sent' | 'opens' | 'clicks', title: string): Column<Campaign> => ({
  id: name,
  title,
  value: (row) => row[name],
  cell: (row) => (row[name] === null ? <Unknown of={row} /> : <Figure value={row[name]} kind="count" />),
  is_figure: true,
  is_main: name !== 'clicks',
})

/** A draft or a planned campaign has no figures yet. Some platforms have no revenue. */
const Unknown = ({ of: { sent_at } }: { of: Campaign }) => (
  <Figure
    value={null}
    kind="count"
    reason={sent_at === null ? t('Not sent yet.') : t('The platform has no figure for it.')}
  />
)
