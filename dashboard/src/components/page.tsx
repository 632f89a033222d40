// A page: its only first heading, a sentence of what it is for, its main action, and at most one notice above the content.
import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

interface PageProps {
  title: string
  about?: string
  action?: ReactNode
  notice?: ReactNode
  children: ReactNode
}

export function Page({ title, about, action, notice, children }: PageProps) {
  use_title(title)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title} tabIndex={-1}>
            {title}
          </h1>
          {about && <p className={classes.about}>{about}</p>}
        </div>
        {action}
      </header>
      {notice}
      {children}
    </div>
  )
}

/** The title of the browser's tab. The route announcer reads it after a change of page. */
export function use_title(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tablero`
  }, [title])
}

/** A part of a page with a heading of its own, divided from the others by a line. */
export function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <div>
        <h2 className={classes.section_title}>{title}</h2>
        {about && <p className={classes.about}>{about}</p>}
      </div>
      <div className={classes.section_content}>{children}</div>
    </section>
  )
}
