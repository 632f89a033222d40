// How people find the site in organic search: the figures of the site, then queries, pages, and queries that lost clicks.
import { Skeleton } from '@mantine/core'
import { use_answer } from '../../api/queries.ts'
import { AnswerNotes } from '../../components/answer_notes.tsx'
import { Answered } from '../../components/answered.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { NotConnected } from '../../components/nothing.tsx'
import { Page } from '../../components/page.tsx'
import { PageTabs } from '../../components/page_tabs.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { TilesSkeleton } from '../../components/tiles_skeleton.tsx'
import { t } from '../../lib/language.ts'
import { dates_of, days_back_of } from '../../lib/period.ts'
import { windows_text } from '../../lib/period_words.ts'
import { type PagePeriod, use_period } from '../../lib/use_period.ts'
import { ClicksPlot } from './clicks_plot.tsx'
import { LostQueries } from './lost_queries.tsx'
import { Pages } from './pages_table.tsx'
import { Queries } from './queries.tsx'
import classes from './search.module.css'
import { SearchTiles } from './search_tiles.tsx'

const PLATFORM = 'seo_console'
const PAGE_PX = 640
/** Of the sentences below the tiles. */
const HEAD_PX = 62
/** What the address has of one tab alone. */
const OF_A_TAB = ['find']

export default function Search() {
  const period = use_period()
  const connections = use_answer('list_connections', {})
  return (
    <Page title={t('Search')} about={windows_text(period)}>
      <Answered of={connections} skeleton={<Skeleton height={PAGE_PX} />}>
        {({ connections: list }) =>
          list.some(({ platform, status }) => platform === PLATFORM && status === 'active') ? (
            <Connected period={period} />
          ) : (
            <NotConnected icon="search" title={t('Connect Search Console')}>
              {t(
                'This page will show what people search for when they find the site, where it stands, and which queries lost clicks.',
              )}
            </NotConnected>
          )
        }
      </Answered>
    </Page>
  )
}

/** The review answers for whole days that end yesterday, the queries for every period. */
function Connected({ period }: { period: PagePeriod }) {
  const { current, before, today } = period
  const days_back = days_back_of(current, today)
  const review = use_answer(
    'revisar_seo',
    { days_back: days_back ?? 1 },
    { enabled: days_back !== undefined, keeps: true },
  )
  const whole = use_answer('query_seo_console', { ...dates_of(current), limit: 1 }, { keeps: true })
  const compared = use_answer(
    'query_seo_console',
    { ...dates_of(before ?? current), limit: 1 },
    { enabled: before !== null },
  )
  const own_review = days_back === undefined ? undefined : review.data
  return (
    <div className={classes.stack}>
      <PeriodBar period={period}>
        <Freshness of={[whole.data]} />
      </PeriodBar>
      <Answered of={whole} skeleton={<Head />}>
        {(data) => (
          <div className={classes.stack}>
            <SearchTiles
              whole={data}
              before={before === null ? undefined : compared.data}
              review={own_review}
              period={period}
            />
            {own_review && <p className={classes.summary}>{own_review.summary}</p>}
            <AnswerNotes notes={[...new Set([...(own_review?.notes ?? []), ...data.notes])]} />
          </div>
        )}
      </Answered>
      <ClicksPlot period={period} />
      <PageTabs
        label={t('Search')}
        forgets={OF_A_TAB}
        tabs={[
          { id: 'queries', title: t('Queries'), content: <Queries period={period} /> },
          {
            id: 'pages',
            title: t('Pages'),
            content: <Pages review={review} is_asked={days_back !== undefined} period={period} />,
          },
          {
            id: 'lost',
            title: t('Lost queries'),
            content: <LostQueries review={review} is_asked={days_back !== undefined} period={period} />,
          },
        ]}
      />
    </div>
  )
}

const Head = () => (
  <>
    <TilesSkeleton count={4} />
    <Skeleton height={HEAD_PX} mt={16} />
  </>
)
