// A link to a page that an answer names by its path, with what the page is to open.
import { useNavigate } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

interface PathLinkProps {
  path: string
  className?: string | undefined
  /** Also called when the link opens a new tab. */
  press?: () => void
  children: ReactNode
}

export function PathLink({ path, className, press, children }: PathLinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    press?.()
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void navigate({ href: path })
  }
  return (
    <a href={path} className={className} onClick={follow}>
      {children}
    </a>
  )
}
