// A channel that is set: what people see of it, whether it works, and its end.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { type Level, LevelBadge } from '../../components/level_badge.tsx'
import { t } from '../../lib/language.ts'
import classes from './lists.module.css'

export type State = 'on' | 'unconfirmed' | 'off'

const levels: Record<State, Level> = { on: 'good', unconfirmed: 'warning', off: 'bad' }
const state_name = (state: State): string =>
  ({ on: t('On'), unconfirmed: t('Not confirmed'), off: t('Switched off') })[state]

interface ChannelStateProps {
  name: string
  state: State
  /** Clears the field of the channel. */
  field: 'chat_webhook_url' | 'messaging_phone'
  /** What a person loses. */
  loss: string
  may_change: boolean
}

export function ChannelState({ name, state, field, loss, may_change }: ChannelStateProps) {
  const [is_removing, set_removing] = useState(false)
  const { mutateAsync } = use_change('update_org_channels', ['get_org_channels'])
  return (
    <div className={`${classes.list} ${classes.line}`}>
      <span className={classes.name}>{name}</span>
      <LevelBadge level={levels[state]} text={state_name(state)} />
      {may_change && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('Remove {name}', { name })}
          onClick={() => set_removing(true)}
        >
          {t('Remove')}
        </Button>
      )}
      {is_removing && (
        <ConfirmDialog
          title={t('Remove {name}?', { name })}
          verb={t('Remove')}
          is_destructive
          close={() => set_removing(false)}
          confirm={() => mutateAsync({ [field]: '' })}
        >
          <p>{loss}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
