// A cell of a table with a main text and a quiet one below.
import type { ReactNode } from 'react'
import classes from './two_lines.module.css'

export function TwoLines({ main, quiet }: { main: ReactNode; quiet?: ReactNode }) {
  return (
    <span className={classes.two}>
      <span className={classes.main}>{main}</span>
      {quiet && <span className={classes.quiet}>{quiet}</span>}
    </span>
  )
}
