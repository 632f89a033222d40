// A new key: what it is for, what it may do, until when. Then the key, this once, with the ways to use it.
import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { scopes_of } from '../../../../src/domain/roles.ts'
import type { Scope } from '../../../../src/domain/scopes.ts'
import { Form } from '../../accounts/form.tsx'
import type { OrgTools } from '../../api/call.ts'
import { use_change } from '../../api/queries.ts'
import { Dialog } from '../../components/dialog.tsx'
import { ScopeList } from '../../components/scope_list.tsx'
import { SecretOnce } from '../../components/secret_once.tsx'
import { t } from '../../lib/language.ts'
import { use_day_text, use_org } from '../../shell/org.ts'
import { key_forms } from './key_forms.ts'

type Created = OrgTools['create_api_key']['result']

const NAME_CHARS_MAX = 100
const DAY_MS = 86_400_000
const DAYS = ['30', '90', '365'] as const
const DAYS_FIRST = '90'

export function CreateKeyDialog({ close }: { close: () => void }) {
  const [created, set_created] = useState<Created>()
  return (
    <Dialog
      close={close}
      size="lg"
      title={created ? t('Your new key') : t('Create a key')}
      closes_outside={created === undefined}
    >
      {created ? <Shown created={created} end={close} /> : <Fields done={set_created} />}
    </Dialog>
  )
}

function Fields({ done }: { done: (created: Created) => void }) {
  const given = [...scopes_of(use_org())]
  const [name, set_name] = useState('')
  const [days, set_days] = useState<string>(DAYS_FIRST)
  const day_text = use_day_text()
  const [scopes, set_scopes] = useState<Scope[]>(given.filter((scope) => scope.endsWith(':read')))
  const [is_for_person, set_for_person] = useState(false)
  const { mutateAsync } = use_change('create_api_key', ['list_api_keys'])
  const ends = days === 'never' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
  const choices = DAYS.map((value) => ({ value, label: t('{days} days', { days: value }) }))
  const acts_for = is_for_person && scopes.includes('actions:approve') ? 'person' : 'agent'
  const submit = async () => done(await mutateAsync({ name, scopes, expires_at: ends, acts_for }))
  return (
    <Form verb={t('Create the key')} submit={submit}>
      <Group gap={16} grow align="flex-start">
        <TextInput
          label={t('Name')}
          description={t('Where the key is used.')}
          required
          withAsterisk={false}
          maxLength={NAME_CHARS_MAX}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => set_name(currentTarget.value)}
        />
        <Select
          label={t('Expires')}
          description={ends ? t('On {day}.', { day: day_text(ends) }) : t('It works until somebody revokes it.')}
          data={[...choices, { value: 'never', label: t('Never') }]}
          value={days}
          onChange={(value) => value && set_days(value)}
        />
      </Group>
      <ScopeList given={given} chosen={scopes} choose={set_scopes} />
      {scopes.includes('actions:approve') && (
        <Checkbox
          label={t('This key decides for me')}
          description={t('It may approve changes at platforms. Leave it off where an AI agent uses the key.')}
          checked={is_for_person}
          onChange={({ currentTarget }) => set_for_person(currentTarget.checked)}
        />
      )}
    </Form>
  )
}

function Shown({ created: { key }, end }: { created: Created; end: () => void }) {
  const { name } = use_org()
  return (
    <Stack gap={16}>
      {key && <SecretOnce secret={key} label={t('Your new key')} forms={key_forms(key, name)} />}
      <Group justify="flex-end">
        <Button onClick={end}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}
