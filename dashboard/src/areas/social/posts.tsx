// Posts and stories with their last figures, newest first. One that its network does not have any more is marked.
import { Badge } from '@mantine/core'
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { WholeDaysOnly } from '../../components/reviewed.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { days_back_of } from '../../lib/period.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { use_org } from '../../shell/org.ts'
import { AccountChoice, use_account } from './account_choice.tsx'
import classes from './social.module.css'

type Post = OrgTools['list_social_posts']['result']['posts'][number]

const ROWS_MAX = 1_000

/** The tool answers up to now, so posts of today are in the list too. */
export default function Posts({ period }: { period: PagePeriod }) {
  const [chosen, choose] = use_account()
  const accounts = use_answer('list_social_accounts', {})
  const days_back = days_back_of(period.current, period.today)
  const answer = use_answer(
    'list_social_posts',
    { days_back: days_back ?? 1, limit: ROWS_MAX, ...(chosen && { social_account_id: chosen }) },
    { enabled: days_back !== undefined, keeps: true },
  )
  const columns = use_columns()
  return (
    <div className={classes.stack}>
      <PeriodBar period={period} compares={false}>
        <Freshness of={[answer.data]} />
      </PeriodBar>
      {days_back === undefined ? (
        <WholeDaysOnly period={period} />
      ) : (
        <AnswerList
          id="posts"
          title={t('Posts')}
          answer={answer}
          rows_of={({ posts }) => posts}
          columns={columns}
          id_of={({ post_id, platform }) => `${platform ?? ''} ${post_id}`}
          texts_of={({ caption, account, type }) => [caption, account, type]}
        >
          <AccountChoice accounts={accounts.data?.accounts ?? []} chosen={chosen} choose={choose} has_all />
        </AnswerList>
      )}
    </div>
  )
}

type Counted = 'likes' | 'comments' | 'shares' | 'saves' | 'reach' | 'impressions'

function use_columns(): Column<Post>[] {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(() => {
    const count = (name: Counted, title: string): Column<Post> => ({
      id: name,
      title,
      value: (row) => row[name] ?? null,
      figure: { kind: 'count', adds_up: name !== 'reach' },
      field: name,
      is_main: name === 'reach',
    })
    return [
      {
        id: 'post',
        title: t('Post'),
        value: ({ caption }) => caption,
        cell: (post) => <PostCell post={post} time_zone={time_zone} />,
        is_main: true,
        width: '38%',
      },
      {
        id: 'posted',
        title: t('Posted'),
        value: ({ posted_at }) => posted_at,
        cell: ({ posted_at }) => moment_text(posted_at, time_zone),
      },
      count('likes', t('Likes')),
      count('comments', t('Comments')),
      count('shares', t('Shares')),
      count('saves', t('Saves')),
      count('impressions', t('Impressions')),
      count('reach', t('Reach')),
      {
        id: 'engagement_rate',
        title: t('Engagement rate'),
        value: ({ engagement_rate }) => engagement_rate,
        figure: { kind: 'share', is_ratio: true },
        is_main: true,
      },
    ]
  }, [language, time_zone])
}

function PostCell({ post: { caption, account, kind, vanished_at }, time_zone }: { post: Post; time_zone: string }) {
  const about = [account, kind === 'story' && t('Story')].filter(Boolean).join(' · ')
  return (
    <TwoLines
      main={caption || t('Without a text')}
      quiet={
        <>
          {about}
          {vanished_at && (
            <Badge variant="default" ml={about ? 8 : 0}>
              {t('Vanished {moment}', { moment: moment_text(vanished_at, time_zone) })}
            </Badge>
          )}
        </>
      }
    />
  )
}
