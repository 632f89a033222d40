// Buttons side by side, large enough for a thumb.
import type { ReactNode } from 'react'
import classes from './approvals.module.css'

export const Buttons = ({ children }: { children: ReactNode }) => <div className={classes.buttons}>{children}</div>
