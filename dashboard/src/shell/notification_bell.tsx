// Leads to the notifications, and says how many of them the person has not read.
import { Link } from '@tanstack/react-router'
import { use_unread } from '../api/notifications.ts'
import { figure_text } from '../components/figure.ts'
import { Icon } from '../components/icons.tsx'
import { t } from '../lib/language.ts'
import menus from './menus.module.css'
import classes from './notification_bell.module.css'
import { use_org } from './org.ts'

/** More are not counted on the bell, which has little space. */
const SHOWN_MAX = 99

export function NotificationBell() {
  const { org_id } = use_org()
  const unread = use_unread() ?? 0
  const count = figure_text(unread, { kind: 'count' })
  const label = unread > 0 ? t('Notifications, {count} unread', { count }) : t('Notifications')
  return (
    <Link to={`/o/${org_id}/notifications`} className={`${menus.round} ${classes.bell}`} aria-label={label}>
      <Icon name="bell" />
      {unread > 0 && (
        <span className={classes.count} aria-hidden="true">
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
        </span>
      )}
    </Link>
  )
}
