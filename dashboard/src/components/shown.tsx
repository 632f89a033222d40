// How many rows of a list are shown, when there are more, and how to get those.
import { t } from '../lib/language.ts'
import classes from './answer_list.module.css'
import { figure_text } from './figure.ts'

/** What a list of the tools states about its rows. */
export interface Length {
  total: number | null
  truncated: boolean
  hint?: string
}

interface ShownProps {
  of: Length
  count: number
}

export function Shown({ of: { total, truncated, hint }, count }: ShownProps) {
  if (!truncated) return null
  const number = (value: number) => figure_text(value, { kind: 'count' })
  return (
    <p className={classes.below}>
      {total === null
        ? t('{shown} rows are shown, and there are more.', { shown: number(count) })
        : t('{shown} of {total} rows are shown.', { shown: number(count), total: number(total) })}{' '}
      {hint}
    </p>
  )
}
