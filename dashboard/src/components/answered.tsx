// An answer in each of its states: skeleton, old data while asking again, data, error. The rest of the page stays alive, and in its place:
// an error takes the space of the skeleton.
import { type ReactNode, useEffect, useState } from 'react'
import { Failure, is_passing } from '../api/failure.ts'
import { t } from '../lib/language.ts'
import classes from './answered.module.css'
import { Fault } from './fault.tsx'
import { Off } from './nothing.tsx'

/** Then the page says that the answer is still being computed. */
const SLOW_MS = 3_000

/** The part of a query of TanStack Query that is drawn. */
export interface QueryState<T> {
  data: T | undefined
  error: Error | null
  failureReason: Error | null
  isFetching: boolean
  refetch: () => unknown
}

interface AnsweredProps<T> {
  of: QueryState<T>
  /** In the final size of the content, so that nothing moves. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
}

export function Answered<T>({
  of: { data, error, failureReason, isFetching, refetch },
  skeleton,
  children,
}: AnsweredProps<T>) {
  const failed = error ?? (is_passing(failureReason) && data === undefined ? failureReason : null)
  if (failed && data === undefined)
    return (
      <div className={classes.in_place}>
        <div className={classes.room} aria-hidden inert>
          {skeleton}
        </div>
        {is_off(failed) ? <Off error={failed} /> : <Fault error={failed} again={() => void refetch()} />}
      </div>
    )
  if (data === undefined) return <Loading skeleton={skeleton} />
  return (
    <div className={classes.answered} aria-busy={isFetching}>
      {isFetching && <div className={classes.bar} />}
      {error && <Fault error={latest_of(error, failureReason)} again={() => void refetch()} />}
      {children(data)}
    </div>
  )
}

/** The error of the last attempt, which says how long to wait for the next one. */
const latest_of = (error: Error, failureReason: Error | null) => (is_passing(failureReason) ? failureReason : error)

/** The organization does not have the tool, which is one of a module. */
const is_off = (error: Error) => error instanceof Failure && error.outcome === 'not_found'

function Loading({ skeleton }: { skeleton: ReactNode }) {
  const [is_slow, set_slow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => set_slow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.answered} aria-busy="true">
      {skeleton}
      <p className={classes.slow} role="status">
        {is_slow && t('Still working on it.')}
      </p>
    </div>
  )
}
