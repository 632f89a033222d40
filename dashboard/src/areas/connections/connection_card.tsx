// A connected platform: whether its figures can be trusted, what to do, and how far its sync is.
import { ActionIcon, Button, Menu } from '@mantine/core'
import { use_sync_state } from '../../api/connections.ts'
import { Fault } from '../../components/fault.tsx'
import { HealthBadge } from '../../components/health_badge.tsx'
import { Icon } from '../../components/icons.tsx'
import { SyncProgress } from '../../components/sync_progress.tsx'
import { t } from '../../lib/language.ts'
import { distance_text } from '../../lib/moments.ts'
import { platform_name } from '../../lib/platforms.ts'
import classes from './cards.module.css'
import type { Connection } from './rows.ts'
import { use_sync_now } from './sync_now.ts'
import { health_advice } from './words.ts'

export interface CardActions {
  show: () => void
  connect: () => void
  disconnect: () => void
}

interface CardProps extends CardActions {
  connection: Connection
  /** Connections of the same platform, which one sync reads together. */
  siblings: number
  may_change: boolean
  is_opening: boolean
  is_new: boolean
}

export function ConnectionCard(props: CardProps) {
  const { connection, siblings, may_change, is_opening, is_new, show, connect, disconnect } = props
  const { name, health, health_reason, notices, last_sync, needs_reconnection } = connection
  const sync_state = use_sync_state(connection)
  const { sync, error, is_starting } = use_sync_now(connection.platform)
  const is_syncing = sync_state.sync_state !== 'idle'
  return (
    <article className={classes.card} aria-label={name} data-new={is_new}>
      <div className={classes.head}>
        <div className={classes.names}>
          <h3 className={classes.name}>{name}</h3>
          <p className={classes.quiet}>
            {platform_name(connection.platform)} <span className={classes.key}>{connection.platform}</span>
          </p>
        </div>
        <HealthBadge health={health} />
      </div>
      {health !== 'ok' && (
        <p className={classes.text}>
          {health_reason} {health_advice(health)}
        </p>
      )}
      {notices.map((notice) => (
        <p key={notice} className={classes.notice}>
          {notice}
        </p>
      ))}
      <div className={classes.state}>
        {is_syncing ? (
          <SyncProgress of={sync_state} name={name} />
        ) : (
          last_sync && <p className={classes.quiet}>{t('Read {when}', { when: distance_text(last_sync) })}</p>
        )}
      </div>
      {error && <Fault error={error} />}
      <div className={classes.actions}>
        {may_change && needs_reconnection && (
          <Button size="xs" loading={is_opening} onClick={connect}>
            {t('Connect again')}
          </Button>
        )}
        {may_change && !needs_reconnection && (
          <Button size="xs" variant="default" loading={is_starting} disabled={is_syncing} onClick={sync}>
            {siblings > 1 ? t('Sync all {count}', { count: siblings }) : t('Sync now')}
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={show}>
          {t('Details')}
        </Button>
        {may_change && <More name={name} connect={connect} disconnect={disconnect} />}
      </div>
    </article>
  )
}

function More({ name, connect, disconnect }: { name: string } & Omit<CardActions, 'show'>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          className={classes.more!}
          variant="subtle"
          color="gray"
          size={30}
          aria-label={t('Actions for {name}', { name })}
        >
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={connect}>{t('Change accounts or connect again')}</Menu.Item>
        <Menu.Item onClick={disconnect}>{t('Disconnect')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
