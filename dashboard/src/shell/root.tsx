// Around every page: readers of screens learn of a change of page, and the keyboard continues at its heading.
import { VisuallyHidden } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** A page that is loaded has its title by then. */
const TITLE_MS = 250

export function Root() {
  return (
    <>
      <Outlet />
      <Announcer />
    </>
  )
}

function Announcer() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const [title, set_title] = useState('')
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const timer = setTimeout(() => {
      set_title(document.title.split(' · ')[0]!)
      // A dialog or a form that took the focus keeps it.
      if (document.activeElement === document.body) document.querySelector<HTMLElement>('h1')?.focus()
    }, TITLE_MS)
    return () => clearTimeout(timer)
  }, [pathname])
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {title}
    </VisuallyHidden>
  )
}
