// One webhook in a drawer: how it is, what a person can do with it, and its attempts with the answers.
import { Switch } from '@mantine/core'
import { use_change } from '../../api/queries.ts'
import { CopyText } from '../../components/copy_text.tsx'
import { Drawer } from '../../components/drawer.tsx'
import { Fault } from '../../components/fault.tsx'
import { figure_text } from '../../components/figure.ts'
import { LevelBadge } from '../../components/level_badge.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import { Attempts } from './attempts.tsx'
import type { Webhook } from './rows.ts'
import { WebhookActions } from './webhook_actions.tsx'
import classes from './webhooks.module.css'
import { name_of, state_about, state_of } from './words.ts'

interface WebhookDetailsProps {
  of: Webhook
  may_change: boolean
  close: () => void
}

export default function WebhookDetails({ of, may_change, close }: WebhookDetailsProps) {
  return (
    <Drawer title={name_of(of)} close={close}>
      <div className={classes.stack}>
        <State of={of} />
        <Facts of={of} />
        {may_change && <OnSwitch of={of} />}
        {may_change && <WebhookActions of={of} deleted={close} />}
        <Attempts of={of} may_change={may_change} />
      </div>
    </Drawer>
  )
}

function State({ of }: { of: Webhook }) {
  const about = state_about(of)
  return (
    <div>
      <LevelBadge {...state_of(of)} />
      {about && <p className={classes.quiet}>{about}</p>}
      {of.dropped > 0 && (
        <p className={classes.quiet}>
          {t(
            '{count, plural, one {# event has no delivery} other {# events have no delivery}}, because too many waited. A replay delivers them.',
            {
              count: of.dropped,
            },
          )}
        </p>
      )}
    </div>
  )
}

function Facts({ of: { url, events, waiting, both_secrets_until, created_at } }: { of: Webhook }) {
  const { time_zone } = use_org()
  return (
    <Pairs>
      <Pair name={t('Address')}>
        <CopyText text={url} label={t('Copy the address')} />
      </Pair>
      <Pair name={t('Events')}>{events.join(', ')}</Pair>
      <Pair name={t('In the queue')}>{figure_text(waiting, { kind: 'count' })}</Pair>
      {both_secrets_until && (
        <Pair name={t('Both secrets sign until')}>{moment_text(both_secrets_until, time_zone)}</Pair>
      )}
      <Pair name={t('Created')}>{moment_text(created_at, time_zone)}</Pair>
    </Pairs>
  )
}

function OnSwitch({ of: { webhook_id, is_active } }: { of: Webhook }) {
  const { mutate, isPending, error } = use_change('update_webhook', ['list_webhooks'])
  return (
    <>
      <Switch
        label={t('The webhook is on')}
        checked={is_active}
        disabled={isPending}
        onChange={({ currentTarget }) => mutate({ webhook_id, is_active: currentTarget.checked })}
      />
      {error && <Fault error={error} />}
    </>
  )
}
