// One figure of a page's top line: its name, its value with the mark of trust, its change, and its course over the days.
import type { ReactNode } from 'react'
import type { Trust } from '../lib/trust.ts'
import { mark_text } from '../lib/trust_words.ts'
import { Change, type GoodWhen } from './change.tsx'
import type { FigureKind } from './figure.ts'
import { Figure } from './figure.tsx'
import { Spark } from './spark.tsx'
import classes from './tile.module.css'

interface TileProps {
  name: string
  value: number | null
  kind: FigureKind
  currency?: string | undefined
  trust?: Trust | undefined
  /** Undefined: nothing is compared. */
  change?: { percent: number | null; against: string } | undefined
  good_when?: GoodWhen
  series?: readonly (number | null)[] | undefined
}

export function Tile({ name, value, kind, currency, trust, change, good_when, series }: TileProps) {
  return (
    <section className={classes.tile} aria-label={name}>
      <div className={classes.name}>{name}</div>
      <div className={classes.value}>
        <Figure value={value} kind={kind} currency={currency} trust={trust} is_compact />
      </div>
      <div className={classes.below}>
        {change && value !== null && <Change percent={change.percent} against={change.against} good_when={good_when} />}
        {trust && trust.is !== 'settled' && <span className={classes.mark}>{mark_text(trust)}</span>}
      </div>
      {series && <Spark values={series} />}
    </section>
  )
}

/** Tiles beside each other: six, three or two in a line. */
export const Tiles = ({ children }: { children: ReactNode }) => <div className={classes.tiles}>{children}</div>
