// A list of ads at one level: the totals with their changes, the rows, and the details of one row. All its choices are in the address.
import { Group, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { AnswerNotes } from '../../components/answer_notes.tsx'
import { Answered, type QueryState } from '../../components/answered.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { NothingMatches } from '../../components/nothing.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { contains, TextFilter } from '../../components/text_filter.tsx'
import { TilesSkeleton } from '../../components/tiles_skeleton.tsx'
import { address_id, use_address_filter } from '../../lib/address_filter.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { AdTable } from './ad_table.tsx'
import { AdTiles, type Compared } from './ad_tiles.tsx'
import classes from './ads.module.css'
import { Detail } from './detail.tsx'
import type { AdList, AdRow } from './rows.ts'

const TABLE_PX = 480

interface LevelProps {
  /** Names the table in the address and its file. */
  id: string
  /** What the rows are: 'Campaigns'. */
  title: string
  list: QueryState<AdList>
  /** The same list in the days of the comparison. Undefined: not here yet, or nothing is compared. */
  before: Compared | undefined
  period: PagePeriod
  /** Choices before the filter, such as the platform. */
  children?: ReactNode
  /** Below the figures of the opened row. */
  more?: (row: AdRow) => ReactNode
}

export function Level({ id, title, list, before, period, children, more }: LevelProps) {
  const [{ find, row: opened }, change] = use_address_filter(['find', 'row'])
  return (
    <>
      <PeriodBar period={period}>
        <Freshness of={[list.data]} />
      </PeriodBar>
      <Group gap={8} align="flex-end">
        {children}
        <TextFilter find={find} change={(text) => change({ find: text })} />
      </Group>
      <Answered of={list} skeleton={<LevelSkeleton />}>
        {(data) => {
          const rows = found(data.rows, find)
          const row = data.rows.find((one) => row_key(one) === opened)
          return (
            <div className={classes.stack}>
              <AdTiles list={data} before={before} period={period} />
              <AnswerNotes notes={data.notes} />
              {rows.length === 0 ? (
                <NothingMatches find={find} clear={() => change({ find: undefined })} />
              ) : (
                <AdTable id={id} title={title} list={data} rows={rows} open={(one) => change({ row: row_key(one) })} />
              )}
              {opened && (
                <Detail row={row} list={data} close={() => change({ row: undefined })}>
                  {row && more?.(row)}
                </Detail>
              )}
            </div>
          )
        }}
      </Answered>
    </>
  )
}

const row_key = ({ id }: Pick<AdRow, 'id'>): string => address_id(id)

const found = (rows: readonly AdRow[], find: string | undefined): readonly AdRow[] =>
  rows.filter((row) => contains([row.name, row.about, row.account, row.status, row.own_id], find))

const LevelSkeleton = () => (
  <>
    <TilesSkeleton count={6} />
    <Skeleton height={TABLE_PX} mt={16} />
  </>
)
