// Draws every number of the pages, with its mark of trust: nothing when settled, a dotted line while it can change, a half circle when a
// source is missing, a dash with its reason when nothing is known. The mark has words for readers of screens and on focus.
import { Tooltip, VisuallyHidden } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import type { Trust } from '../lib/trust.ts'
import { mark_text, trust_lines } from '../lib/trust_words.ts'
import { use_org } from '../shell/org.ts'
import classes from './figure.module.css'
import { type FigureKind, figure_text } from './figure.ts'

export interface FigureProps {
  value: number | null
  kind: FigureKind
  /** Of an amount. Undefined: the organization's reporting currency. */
  currency?: string | undefined
  /** For tiles: amounts from 10,000 in short, and whole on focus and when copied. */
  is_compact?: boolean
  /** Undefined in tables whose answer is marked as a whole. */
  trust?: Trust | undefined
  /** Why there is no value, where the answer says it itself. */
  reason?: string | undefined
}

export function Figure({ value, kind, currency, is_compact = false, trust, reason }: FigureProps) {
  const { currency: reporting, time_zone } = use_org()
  const format = { kind, currency: currency ?? reporting, is_foreign: currency !== undefined && currency !== reporting }
  const whole = figure_text(value, format)
  const shown = figure_text(value, { ...format, is_compact })
  const lines = [
    ...(shown === whole ? [] : [whole]),
    ...(reason === undefined ? [] : [reason]),
    ...(trust ? trust_lines(trust, time_zone) : []),
  ]
  if (lines.length === 0) return <span className={classes.figure}>{shown}</span>
  const words = reason ?? (trust && mark_text(trust))
  const copy = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', whole)
    event.preventDefault()
  }
  return (
    <Tooltip
      multiline
      maw={300}
      events={{ hover: true, focus: true, touch: true }}
      label={lines.map((line) => (
        <span key={line} className={classes.line}>
          {line}
        </span>
      ))}
    >
      <button
        type="button"
        className={`${classes.figure} ${classes.explained}`}
        data-trust={value === null ? 'none' : trust?.is}
        onCopy={copy}
      >
        <span className={classes.value}>{shown}</span>
        {trust?.is === 'incomplete' && value !== null && <HalfCircle />}
        {words && <VisuallyHidden>, {words}</VisuallyHidden>}
      </button>
    </Tooltip>
  )
}

const HalfCircle = () => (
  <svg aria-hidden="true" className={classes.half} width="9" height="9" viewBox="0 0 10 10">
    <circle cx="5" cy="5" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.2" />
    <path d="M5 .8a4.2 4.2 0 0 0 0 8.400z" fill="currentColor" />
  </svg>
)
