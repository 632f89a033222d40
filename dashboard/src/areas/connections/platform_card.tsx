// A platform that is not connected yet: what Tablero would read there.
import { Button } from '@mantine/core'
import { streams_text } from '../../components/streams.ts'
import { t } from '../../lib/language.ts'
import { platform_name } from '../../lib/platforms.ts'
import classes from './cards.module.css'
import type { Platform } from './rows.ts'
import { kind_name } from './words.ts'

interface PlatformCardProps {
  of: Platform
  may_change: boolean
  is_opening: boolean
  connect: () => void
}

export function PlatformCard({ of, may_change, is_opening, connect }: PlatformCardProps) {
  const { kind, streams, signs_in, makes_changes, module_off } = of
  const name = platform_name(of.platform)
  return (
    <article className={classes.card} aria-label={name}>
      <div className={classes.names}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.quiet}>
          {kind_name(kind)} <span className={classes.key}>{of.platform}</span>
        </p>
      </div>
      <p className={classes.text}>{t('Reads {streams}.', { streams: streams_text(streams) })}</p>
      <p className={classes.quiet}>
        {makes_changes ? t('Nothing is changed there without an approval.') : t('Nothing is changed there.')}
        {signs_in === 'keys' && ` ${t('You type keys of the platform.')}`}
      </p>
      {module_off && (
        <p className={classes.notice}>
          {t('The module of its figures is off. The operator of this Tablero can switch it on.')}
        </p>
      )}
      {may_change && (
        <div className={classes.actions}>
          <Button
            size="xs"
            variant="default"
            loading={is_opening}
            onClick={connect}
            aria-label={t('Connect {name}', { name })}
          >
            {t('Connect')}
          </Button>
        </div>
      )}
    </article>
  )
}
