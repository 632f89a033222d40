// The frame of pages outside of an organization: a narrow column with one thing to do.
import type { ReactNode } from 'react'
import { use_title } from '../components/page.tsx'
import classes from './entry_frame.module.css'
import { LanguageMenu } from './language_menu.tsx'
import { Wordmark } from './wordmark.tsx'

interface EntryFrameProps {
  title: string
  about?: ReactNode
  children?: ReactNode
  /** A line below: the other way to come in. */
  below?: ReactNode
  /** The corner has the language, unless the page is about a person whose choice is stored. */
  corner?: ReactNode
}

export function EntryFrame({ title, about, children, below, corner = <LanguageMenu /> }: EntryFrameProps) {
  use_title(title)
  return (
    <div className={classes.frame}>
      <header className={classes.top}>
        <Wordmark />
        {corner}
      </header>
      <main className={classes.main}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {about && <div className={classes.about}>{about}</div>}
        <div className={classes.content}>{children}</div>
        {below && <p className={classes.below}>{below}</p>}
      </main>
    </div>
  )
}
