// The totals of a list of ads, as its answer has them, and their changes.
import { percent_of } from '../../components/change.tsx'
import { Tile, Tiles } from '../../components/tile.tsx'
import { against_words } from '../../lib/period_words.ts'
import type { Provenance } from '../../lib/trust.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { type AdFigures, type AdList, ad_figures, ad_trust } from './rows.ts'

export interface Compared extends Pick<Provenance, 'window'> {
  totals: AdFigures
}

interface AdTilesProps {
  list: AdList
  before: Compared | undefined
  period: PagePeriod
}

export function AdTiles({ list, before, period }: AdTilesProps) {
  const against = against_words(period.choice, period)
  const compared = is_comparable(list, before) ? before : undefined
  return (
    <Tiles>
      {ad_figures().map(({ name, title, kind, is_ratio, good_when }) => (
        <Tile
          key={name}
          name={title}
          value={list.totals[name]}
          kind={kind}
          currency={kind === 'money' ? list.currency : undefined}
          good_when={good_when}
          trust={ad_trust(list.totals[name], list, { kind, is_ratio }, false)}
          change={compared && { percent: percent_of(list.totals[name], compared.totals[name]), against }}
        />
      ))}
    </Tiles>
  )
}

/** Sums of some days cannot be compared with sums of more days. */
const is_comparable = (now: Pick<Provenance, 'window'>, before: Pick<Provenance, 'window'> | undefined): boolean =>
  before !== undefined && !now.window?.is_partial && !before.window?.is_partial
