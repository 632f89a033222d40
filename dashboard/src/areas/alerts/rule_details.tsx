// One rule in a drawer: how it is, what it watches, and where its messages go.
import { Button, Group } from '@mantine/core'
import { Drawer } from '../../components/drawer.tsx'
import { LevelBadge } from '../../components/level_badge.tsx'
import { Notice } from '../../components/notice.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import { date_text } from '../../lib/moments.ts'
import { platform_name } from '../../lib/platforms.ts'
import classes from './alerts.module.css'
import { LastValue } from './last_value.tsx'
import type { Rule } from './rows.ts'
import { RuleSwitch } from './rule_switch.tsx'
import { channels_text, condition_text, period_label, period_text, state_about, state_of } from './words.ts'

interface RuleDetailsProps {
  of: Rule
  may_change: boolean
  close: () => void
  change: (rule: Rule) => void
  remove: (rule: Rule) => void
}

export default function RuleDetails({ of, may_change, close, change, remove }: RuleDetailsProps) {
  const { name, description, metric, platform, condition, evaluated_day, warnings } = of
  const about = state_about(of)
  return (
    <Drawer title={name} close={close}>
      <div className={classes.stack}>
        <div>
          <LevelBadge {...state_of(of)} />
          {about && <p className={classes.quiet}>{about}</p>}
        </div>
        {description && <p className={classes.text}>{description}</p>}
        <Pairs>
          <Pair name={t('Last value')}>
            <LastValue of={of} />
          </Pair>
          {evaluated_day && <Pair name={t('Day')}>{date_text(evaluated_day)}</Pair>}
          <Pair name={t('Metric')}>
            <code>{metric}</code>
          </Pair>
          <Pair name={t('Platform')}>{platform === null ? t('All') : platform_name(platform)}</Pair>
          <Pair name={t('Condition')}>{condition_text(of)}</Pair>
          {condition !== 'anomaly' && <Pair name={period_label(condition)}>{period_text(of)}</Pair>}
          <Pair name={t('Messages go to')}>{channels_text(of)}</Pair>
        </Pairs>
        {warnings.map((warning) => (
          <Notice key={warning} kind="warning" title={t('Before you rely on it')}>
            <p>{warning}</p>
          </Notice>
        ))}
        {may_change && (
          <>
            <RuleSwitch of={of} />
            <Group gap={8}>
              <Button variant="default" onClick={() => change(of)}>
                {t('Change')}
              </Button>
              <Button variant="subtle" color="gray" onClick={() => remove(of)}>
                {t('Delete')}
              </Button>
            </Group>
          </>
        )}
      </div>
    </Drawer>
  )
}
