// Pages of a dashboard user. Others get the form, and return to the same address afterwards.
import { Outlet, useLocation } from '@tanstack/react-router'
import { createContext, useContext, useEffect } from 'react'
import type { ToolsOfPerson } from '../api/call.ts'
import { Failure } from '../api/failure.ts'
import { use_me } from '../api/queries.ts'
import { Fault } from '../components/fault.tsx'
import { language_of_browser, speak } from '../lib/language.ts'
import classes from './entry_frame.module.css'
import { FrameSkeleton } from './frame_skeleton.tsx'
import { Redirect } from './redirect.tsx'

export type Me = ToolsOfPerson['get_me']['result']

const MeContext = createContext<Me | undefined>(undefined)

export function use_person(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('This component belongs into a page of a person who is signed in.')
  return me
}

export function Signed() {
  const { data: me, error, refetch } = use_me()
  const { href, pathname } = useLocation()
  useEffect(() => {
    if (me) void speak(me.language ?? language_of_browser())
  }, [me])
  if (me)
    return (
      <MeContext value={me}>
        <Outlet />
      </MeContext>
    )
  if (error instanceof Failure && error.outcome === 'unauthorized')
    return <Redirect to={pathname === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(href)}`} />
  if (error)
    return (
      <main className={classes.alone}>
        <Fault error={error} again={() => void refetch()} />
      </main>
    )
  return <FrameSkeleton />
}
