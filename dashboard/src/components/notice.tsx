// A notice above or inside the content: what is so, and what to do about it.
import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import classes from './notice.module.css'

interface NoticeProps {
  kind?: 'info' | 'warning' | 'bad' | 'good'
  title?: string
  action?: ReactNode
  children?: ReactNode
}

const icons = { info: 'info', warning: 'warning', bad: 'warning', good: 'check' } as const

/** Read out when it appears: immediately for errors, after the current sentence for the rest. */
export function Notice({ kind = 'info', title, action, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <span className={classes.icon}>
        <Icon name={icons[kind]} />
      </span>
      <div className={classes.text}>
        {title && <p className={classes.title}>{title}</p>}
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
