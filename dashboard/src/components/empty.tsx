// What a page shows when there is nothing yet: what will be here, and the one thing to do.
import type { ReactNode } from 'react'
import classes from './empty.module.css'
import { Icon, type IconName } from './icons.tsx'

interface EmptyProps {
  icon: IconName
  title: string
  children: ReactNode
  action?: ReactNode
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon}>
        <Icon name={icon} size={28} />
      </span>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{children}</p>
      {action}
    </div>
  )
}
