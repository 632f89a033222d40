// One notification: how severe it is, what happened, and the way to where one acts. Who opens it has read it.
import { Button } from '@mantine/core'
import type { Notification } from '../../api/notifications.ts'
import { LevelBadge } from '../../components/level_badge.tsx'
import { levels, module_names, severity_name } from '../../components/notice_words.ts'
import { PathLink } from '../../components/path_link.tsx'
import { t } from '../../lib/language.ts'
import { distance_text, moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import classes from './notifications.module.css'

export function Item({ of, mark }: { of: Notification; mark: () => void }) {
  const { severity, module, title, text, link, created_at, ended_at, is_read } = of
  const { time_zone } = use_org()
  // What has ended needs nobody any more.
  const is_unread = !is_read && ended_at === null
  return (
    <li className={classes.item} data-unread={is_unread}>
      <div className={classes.content}>
        <div className={classes.line}>
          <LevelBadge level={levels[severity]} text={severity_name(severity)} />
          <span className={classes.quiet}>{module_names()[module]}</span>
          <time className={classes.quiet} dateTime={created_at} title={moment_text(created_at, time_zone)}>
            {distance_text(created_at)}
          </time>
          {is_unread && <span className={classes.unread}>{t('Unread')}</span>}
        </div>
        <h2 className={classes.title}>
          {link ? (
            <PathLink path={link} className={classes.link} press={() => !is_read && mark()}>
              {title}
            </PathLink>
          ) : (
            title
          )}
        </h2>
        <p className={classes.text}>{text}</p>
        {ended_at && (
          <p className={classes.quiet}>{t('Over since {moment}', { moment: moment_text(ended_at, time_zone) })}</p>
        )}
      </div>
      {is_unread && (
        <Button
          className={classes.mark!}
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={t('Mark as read: {title}', { title })}
          onClick={mark}
        >
          {t('Mark as read')}
        </Button>
      )}
    </li>
  )
}
