// How long proposals wait for a decision, by the kind of change.
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { use_change } from '../../api/queries.ts'
import { type_name } from '../../components/change_words.ts'
import { Section } from '../../components/page.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import { WHOLE } from './amounts.ts'
import classes from './approvals.module.css'
import type { SettingsProps } from './settings_props.ts'

export function Expiries({ settings, is_admin }: SettingsProps) {
  const { expiries, usual_hours, hours_max, action_types } = settings
  const [is_setting, set_setting] = useState(false)
  return (
    <Section
      title={t('Time for a decision')}
      about={t('A proposal expires {hours} hours after it was made, unless its kind of change has another time here.', {
        hours: usual_hours,
      })}
    >
      <Pairs>
        {expiries.map(({ action_type, hours }) => (
          <Pair key={action_type} name={type_name(action_type)}>
            {t('{count, plural, one {# hour} other {# hours}}', { count: hours })}
          </Pair>
        ))}
      </Pairs>
      {is_admin && !is_setting && (
        <div>
          <Button variant="default" onClick={() => set_setting(true)}>
            {t('Set a time')}
          </Button>
        </div>
      )}
      {is_setting && (
        <SetExpiry
          types={action_types}
          hours_now={(type) => expiries.find(({ action_type }) => action_type === type)?.hours ?? usual_hours}
          hours_max={hours_max}
          close={() => set_setting(false)}
        />
      )}
    </Section>
  )
}

interface SetExpiryProps {
  types: readonly string[]
  hours_now: (action_type: string) => number
  hours_max: number
  close: () => void
}

/** Only proposals that are made afterwards get the new time. */
function SetExpiry({ types, hours_now, hours_max, close }: SetExpiryProps) {
  const [action_type, choose] = useState(types[0] ?? '')
  const [typed, set_typed] = useState<string>()
  const { mutateAsync } = use_change('set_action_expiry', ['get_approval_settings'])
  const hours = typed ?? String(hours_now(action_type))
  const save = async () => {
    await mutateAsync({ action_type, hours: Number(hours) })
    close()
  }
  return (
    <Form verb={t('Save')} submit={save} is_wide={false}>
      <div className={classes.row}>
        <Select
          label={t('Kind of change')}
          data={types.map((value) => ({ value, label: type_name(value) }))}
          value={action_type}
          onChange={(to) => {
            choose(to ?? action_type)
            set_typed(undefined)
          }}
        />
        <TextInput
          label={t('Hours, at most {hours_max}', { hours_max })}
          {...WHOLE}
          required
          withAsterisk={false}
          value={hours}
          onChange={({ currentTarget }) => set_typed(currentTarget.value)}
        />
      </div>
    </Form>
  )
}
