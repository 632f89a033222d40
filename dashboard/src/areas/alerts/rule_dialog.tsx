// Makes or changes a rule. The answer says on which of the last days it would have fired, so that a person can set it again.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { use_change } from '../../api/queries.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import { date_text } from '../../lib/moments.ts'
import classes from './alerts.module.css'
import type { Rule, Tried } from './rows.ts'
import { changes_of, first_draft, new_rule_of, RuleFields } from './rule_fields.tsx'

type Known = Rule | Tried

/** Days for which a rule is tried. */
const TRIED_DAYS = 90

export default function RuleDialog({ of, close }: { of: Rule | undefined; close: () => void }) {
  const [known, set_known] = useState<Known | undefined>(of)
  const [tried, set_tried] = useState<Tried>()
  const title = known === undefined ? t('Create a rule') : t('Change {name}', { name: known.name })
  return (
    <Dialog close={close} size="lg" title={tried ? tried.name : title}>
      {tried ? (
        <Result of={tried} again={() => set_tried(undefined)} close={close} />
      ) : (
        <Fields
          of={known}
          done={(answer) => {
            set_known(answer)
            set_tried(answer)
          }}
        />
      )}
    </Dialog>
  )
}

function Fields({ of, done }: { of: Known | undefined; done: (tried: Tried) => void }) {
  const [draft, set_draft] = useState(() => first_draft(of))
  const create = use_change('create_alert_rule', ['list_alert_rules'])
  const update = use_change('update_alert_rule', ['list_alert_rules'])
  const submit = async () =>
    done(
      of === undefined
        ? await create.mutateAsync(new_rule_of(draft))
        : await update.mutateAsync({ rule_id: of.rule_id, ...changes_of(draft) }),
    )
  return (
    <Form verb={of === undefined ? t('Create the rule') : t('Save')} submit={submit}>
      <RuleFields of={of} draft={draft} change={(changes) => set_draft({ ...draft, ...changes })} />
    </Form>
  )
}

function Result({ of, again, close }: { of: Tried; again: () => void; close: () => void }) {
  const { would_have_fired: days, checked_days, warnings } = of
  return (
    <div className={classes.stack}>
      {warnings.map((warning) => (
        <Notice key={warning} kind="warning" title={t('Before you rely on it')}>
          <p>{warning}</p>
        </Notice>
      ))}
      {checked_days > 0 && checked_days < TRIED_DAYS && (
        <p>
          {t(
            '{count, plural, one {Only # of the last 90 days has figures.} other {Only # of the last 90 days have figures.}}',
            { count: checked_days },
          )}
        </p>
      )}
      {days.length === 0 ? (
        checked_days > 0 && <p>{t('In the last 90 days, it would not have opened an alert.')}</p>
      ) : (
        <div>
          <p>
            {t(
              '{count, plural, one {In the last 90 days, it would have opened an alert on # day:} other {In the last 90 days, it would have opened an alert on # days:}}',
              { count: days.length },
            )}
          </p>
          <ul className={classes.days} aria-label={t('Days with an alert')}>
            {days.map((day) => (
              <li key={day}>{date_text(day)}</li>
            ))}
          </ul>
        </div>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={again}>
          {t('Change it')}
        </Button>
        <Button onClick={close}>{t('Done')}</Button>
      </Group>
    </div>
  )
}
