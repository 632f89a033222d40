// An error where it happened: the engine's sentence, the request id to copy, and what helps. The rest of the page stays alive.
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { is_passing } from '../api/failure.ts'
import { t } from '../lib/language.ts'
import { CopyText } from './copy_text.tsx'
import { failure_words } from './failure_words.ts'
import { Notice } from './notice.tsx'

const WAIT_S = 10

interface FaultProps {
  error: unknown
  /** Sends the same call again. */
  again?: () => void
}

export function Fault({ error, again }: FaultProps) {
  const { title, text, request_id } = failure_words(error)
  return (
    <Notice
      kind={is_passing(error) ? 'warning' : 'bad'}
      title={title}
      action={again && <Again error={error} again={again} />}
    >
      {text && <p>{text}</p>}
      {request_id && (
        <p>
          {t('Request')} <CopyText text={request_id} label={t('Copy the request id')} />
        </p>
      )}
    </Notice>
  )
}

/** Counts down where waiting helps, then tries by itself. */
function Again({ error, again }: { error: unknown; again: () => void }) {
  const wait = is_passing(error) ? (error.retry_after_s ?? WAIT_S) : undefined
  const left = use_countdown(wait, error, again)
  return (
    <Button variant="default" size="xs" onClick={again}>
      {left === undefined ? t('Try again') : t('Try again ({left} s)', { left })}
    </Button>
  )
}

/** Counts down for each error, and then tries once. Until the next error it counts down again, because a page with data keeps the last one. */
function use_countdown(seconds: number | undefined, error: unknown, done: () => void): number | undefined {
  const [left, set_left] = useState(seconds)
  const latest = useRef(done)
  useEffect(() => {
    latest.current = done
  }, [done])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another error of the same length begins again
  useEffect(() => set_left(seconds), [seconds, error])
  useEffect(() => {
    if (left === undefined) return
    const timer = setTimeout(() => {
      const is_over = left <= 1
      set_left(is_over ? Math.max(seconds ?? WAIT_S, WAIT_S) : left - 1)
      if (is_over) latest.current()
    }, 1000)
    return () => clearTimeout(timer)
  }, [left, seconds])
  return left
}
