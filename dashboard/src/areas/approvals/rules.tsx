// What needs a person, what is approved automatically, and what nobody may do. Admins change it; everybody sees it.
import { Button, Skeleton, Switch } from '@mantine/core'
import { useState } from 'react'
import { use_answer, use_change } from '../../api/queries.ts'
import { Answered, type QueryState } from '../../components/answered.tsx'
import { Fault } from '../../components/fault.tsx'
import { Notice } from '../../components/notice.tsx'
import { Section } from '../../components/page.tsx'
import { t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import { CodeAmount } from './code_amount.tsx'
import { Expiries } from './expiries.tsx'
import { GuardrailDialog } from './guardrail_dialog.tsx'
import { Guardrails } from './guardrails.tsx'
import type { SettingsProps } from './settings_props.ts'

const RULES_PX = 140
const SETTINGS_PX = 320

export default function Rules() {
  const guardrails = use_answer('list_guardrails', {})
  const settings = use_answer('get_approval_settings', {})
  const is_admin = may(use_org(), 'admin:*')
  const [is_adding, set_adding] = useState(false)
  return (
    <>
      {!is_admin && <Notice title={t('Admins change these rules.')} />}
      <Section
        title={t('Rules about changes')}
        about={t('The strictest of all rules that match counts. Limits of budgets bind people too.')}
      >
        <Answered of={guardrails} skeleton={<Skeleton height={RULES_PX} />}>
          {({ guardrails: rules }) => <Guardrails rules={rules} types={settings.data?.action_types ?? []} />}
        </Answered>
        {is_admin && (
          <div>
            <Button variant="default" onClick={() => set_adding(true)}>
              {t('Add a rule')}
            </Button>
          </div>
        )}
      </Section>
      {/* Whichever answer comes first, nothing that is drawn moves. */}
      {is_ended(guardrails) && (
        <Answered of={settings} skeleton={<Skeleton height={SETTINGS_PX} />}>
          {(data) => (
            <>
              <SecondPerson settings={data} is_admin={is_admin} />
              <CodeAmount key={`${data.code_amount}`} settings={data} is_admin={is_admin} />
              <Expiries settings={data} is_admin={is_admin} />
            </>
          )}
        </Answered>
      )}
      {is_adding && <GuardrailDialog types={settings.data?.action_types ?? []} close={() => set_adding(false)} />}
    </>
  )
}

const is_ended = ({ data, error }: QueryState<unknown>) => data !== undefined || error !== null

function SecondPerson({ settings, is_admin }: SettingsProps) {
  const { mutate, error } = use_change('set_second_person', ['get_approval_settings', 'list_guardrails', 'get_action'])
  return (
    <Section title={t('Second person')}>
      {error && <Fault error={error} />}
      <Switch
        label={t('A second person approves')}
        description={t('Who proposed a change cannot approve it.')}
        checked={settings.second_person}
        disabled={!is_admin}
        onChange={({ currentTarget }) => mutate({ second_person: currentTarget.checked })}
      />
    </Section>
  )
}
