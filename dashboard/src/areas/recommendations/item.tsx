// One recommendation: how severe, what and why, what it is worth, and what to do about it.
import { Button, Group, Menu } from '@mantine/core'
import { use_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { Icon } from '../../components/icons.tsx'
import { LevelBadge } from '../../components/level_badge.tsx'
import { MonthlyEffect } from '../../components/monthly_effect.tsx'
import { levels, module_names, severity_name } from '../../components/notice_words.ts'
import { PathLink } from '../../components/path_link.tsx'
import { t } from '../../lib/language.ts'
import { distance_text, moment_text } from '../../lib/moments.ts'
import { may, use_org } from '../../shell/org.ts'
import classes from './recommendations.module.css'
import { BROWSE, type Recommendation } from './rows.ts'
import { delays, ended_text, is_ended, may_propose, place_of } from './words.ts'

interface ItemProps {
  of: Recommendation
  act: (what: 'propose' | 'dismiss') => void
}

export function Item({ of, act }: ItemProps) {
  const { severity, module, title, text, created_at, status, snoozed_until, reason } = of
  const { time_zone } = use_org()
  return (
    <li className={classes.item}>
      <div className={classes.line}>
        <LevelBadge level={levels[severity]} text={severity_name(severity)} />
        <span className={classes.quiet}>{module_names()[module]}</span>
        <time className={classes.quiet} dateTime={created_at} title={moment_text(created_at, time_zone)}>
          {distance_text(created_at)}
        </time>
        {is_ended(status) && <span className={classes.ended}>{ended_text(status)}</span>}
      </div>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.text}>{text}</p>
      <MonthlyEffect low={of.effect_low} high={of.effect_high} />
      {snoozed_until && (
        <p className={classes.quiet}>
          {t('Put off until {moment}', { moment: moment_text(snoozed_until, time_zone) })}
        </p>
      )}
      {reason && <p className={classes.quiet}>{t('Reason: {reason}', { reason })}</p>}
      {!is_ended(status) && <Actions of={of} act={act} />}
    </li>
  )
}

function Actions({ of, act }: ItemProps) {
  const org = use_org()
  const { recommendation_id, next, title, proposed_action_id } = of
  const apply = use_change('apply_recommendation', [BROWSE])
  const snooze = use_change('snooze_recommendation', [BROWSE])
  const place = place_of(next)
  const error = apply.error ?? snooze.error
  const is_running = apply.isPending || snooze.isPending
  return (
    <>
      {error && <Fault error={error} />}
      <Group gap={8} className={classes.actions!}>
        {proposed_action_id && may(org, 'actions:read') && (
          <PathLink path={`/o/${org.org_id}/approvals?action=${proposed_action_id}`} className={classes.link}>
            {t('The change is proposed')}
          </PathLink>
        )}
        {!proposed_action_id && may_propose(org, next) && (
          <Button size="xs" aria-label={t('Propose the change: {title}', { title })} onClick={() => act('propose')}>
            {t('Propose the change')}
          </Button>
        )}
        {place && may(org, place.needs) && (
          <PathLink path={`/o/${org.org_id}/${place.path}`} className={classes.link}>
            {place.text}
          </PathLink>
        )}
        {may(org, 'notifications:write') && (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                loading={is_running}
                aria-label={t('Decide: {title}', { title })}
                rightSection={<Icon name="down" size={13} />}
              >
                {t('Decide')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => apply.mutate({ recommendation_id })}>{t('It is done')}</Menu.Item>
              {delays().map(([hours, label]) => (
                <Menu.Item key={hours} onClick={() => snooze.mutate({ recommendation_id, hours })}>
                  {label}
                </Menu.Item>
              ))}
              <Menu.Item onClick={() => act('dismiss')}>{t('Dismiss permanently')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
    </>
  )
}
