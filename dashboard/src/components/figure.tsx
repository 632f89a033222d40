// Draws every number of the pages, with its mark of trust. A dotted line: it can change. A half circle: a source is missing. A dash: nothing
// is known. A settled number has none. The mark has words for readers of screens and on focus.
import { Tooltip, VisuallyHidden } from '@mantine/core'
import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from 'react'
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
  return (
    <Explained lines={lines} whole={whole} state={value === null ? 'none' : trust?.is}>
      <span className={classes.value}>{shown}</span>
      {trust?.is === 'incomplete' && value !== null && <HalfCircle />}
      <Words text={reason ?? (trust && mark_text(trust))} />
    </Explained>
  )
}

const Words = ({ text }: { text: string | undefined }) => text && <VisuallyHidden>, {text}</VisuallyHidden>

interface ExplainedProps {
  lines: readonly string[]
  whole: string
  state: Trust['is'] | undefined
  children: ReactNode
}

/** A table has hundreds of figures, so a tooltip exists only while it is open. */
function Explained({ lines, whole, state, children }: ExplainedProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [is_open, set_open] = useState(false)
  const id = useId()
  const copy = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', whole)
    event.preventDefault()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${classes.figure} ${classes.explained}`}
        data-trust={state}
        aria-describedby={is_open ? id : undefined}
        onPointerEnter={() => set_open(true)}
        onPointerLeave={() => set_open(false)}
        onFocus={() => set_open(true)}
        onBlur={() => set_open(false)}
        onKeyDown={({ key }) => key === 'Escape' && set_open(false)}
        onCopy={copy}
      >
        {children}
      </button>
      {is_open && (
        <Tooltip
          id={id}
          opened
          multiline
          maw={300}
          target={button}
          label={lines.map((line) => (
            <span key={line} className={classes.line}>
              {line}
            </span>
          ))}
        />
      )}
    </>
  )
}

const HalfCircle = () => (
  <svg aria-hidden="true" className={classes.half} width="9" height="9" viewBox="0 0 10 10">
    <circle cx="5" cy="5" r="4.2" fill="none" stroke="currentColor" strokeWidth="1.2" />
    <path d="M5 .8a4.2 4.2 0 0 0 0 8.400z" fill="currentColor" />
  </svg>
)
