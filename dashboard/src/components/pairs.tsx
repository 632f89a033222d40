// Names and values below each other, as in the details of a row.
import type { ReactNode } from 'react'
import classes from './pairs.module.css'

export const Pairs = ({ children }: { children: ReactNode }) => <dl className={classes.pairs}>{children}</dl>

export const Pair = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.pair}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
