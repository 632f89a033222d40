// How a figure changed. An arrow and a sign beside the color, and color only for metrics that have a good direction.
import { VisuallyHidden } from '@mantine/core'
import { t } from '../lib/language.ts'
import classes from './change.module.css'
import { figure_text } from './figure.ts'
import { Icon } from './icons.tsx'

/** The good direction of a metric. Spend has none. A position in a search is better when it falls. */
export type GoodWhen = 'up' | 'down' | 'neither'

interface ChangeProps {
  /** In percent, as tools answer it. null: nothing to compare with. */
  percent: number | null
  good_when?: GoodWhen | undefined
  /** 'the 30 days before', for readers of screens. */
  against: string
}

export function Change({ percent, good_when = 'neither', against }: ChangeProps) {
  if (percent === null)
    return (
      <span className={classes.change} title={t('Nothing to compare with.')}>
        <span aria-hidden="true">—</span>
        <VisuallyHidden>{t('nothing to compare with')}</VisuallyHidden>
      </span>
    )
  const direction = percent > 0 ? 'up' : percent < 0 ? 'down' : 'neither'
  const meaning = direction === 'neither' || good_when === 'neither' ? 'none' : direction === good_when ? 'good' : 'bad'
  return (
    <span className={classes.change} data-meaning={meaning}>
      {direction !== 'neither' && <Icon name={direction} size={13} />}
      <span aria-hidden="true">{figure_text(percent / 100, { kind: 'change' })}</span>
      <VisuallyHidden>{change_words(percent, against)}</VisuallyHidden>
    </span>
  )
}

/** 'down 8.2 percent against the 30 days before' */
function change_words(percent: number, against: string): string {
  const number = figure_text(Math.abs(percent), { kind: 'position' })
  if (percent > 0) return t('up {number} percent against {against}', { number, against })
  if (percent < 0) return t('down {number} percent against {against}', { number, against })
  return t('as much as {against}', { against })
}

/** For a comparison that a second call of the same tool answered. null: nothing to compare with. */
export const percent_of = (current: number | null, before: number | null): number | null =>
  current === null || before === null || before === 0 ? null : ((current - before) / Math.abs(before)) * 100
