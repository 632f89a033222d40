// Renames a key, hands it on to another member, or ends it.
import { Select, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { use_answer, use_change } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import { distance_text } from '../../lib/moments.ts'
import type { Key } from './rows.ts'

const NAME_CHARS_MAX = 100

interface KeyDialogProps {
  of: Key
  close: () => void
}

export function RenameDialog({ of: { key_id, name: before }, close }: KeyDialogProps) {
  const [name, set_name] = useState(before)
  const { mutateAsync } = use_change('rename_api_key', ['list_api_keys'])
  return (
    <ConfirmDialog
      title={t('Rename {name}', { name: before })}
      verb={t('Rename')}
      close={close}
      confirm={() => mutateAsync({ key_id, name })}
      can_confirm={name.trim() !== '' && name !== before}
    >
      <TextInput
        label={t('Name')}
        description={t('Where the key is used.')}
        maxLength={NAME_CHARS_MAX}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => set_name(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

export function HandOnDialog({ of: { key_id, name, owner, acts_for }, close }: KeyDialogProps) {
  const members = use_answer('list_members', {})
  const [user_id, set_user_id] = useState<string | null>(null)
  const { mutateAsync } = use_change('assign_api_key', ['list_api_keys'])
  return (
    <ConfirmDialog
      title={t('Hand {name} on', { name })}
      verb={t('Hand on')}
      close={close}
      confirm={() => mutateAsync({ key_id, user_id: user_id! })}
      can_confirm={user_id !== null}
    >
      <p>{t('The key then does what the new owner may do. The program that uses it notices nothing.')}</p>
      {acts_for === 'person' && (
        <p>{t('It approves no changes any more. Only its maker can declare that a key acts for a person.')}</p>
      )}
      <Answered of={members} skeleton={<Skeleton height={60} />}>
        {({ members: people }) => (
          <Select
            label={t('New owner')}
            searchable
            nothingFoundMessage={t('Nothing has this name.')}
            data={people
              .filter((person) => person.user_id !== owner?.user_id)
              .map((person) => ({ value: person.user_id, label: `${person.name} · ${person.email}` }))}
            value={user_id}
            onChange={set_user_id}
          />
        )}
      </Answered>
    </ConfirmDialog>
  )
}

export function RevokeDialog({ of: { key_id, name, last_used_at }, close }: KeyDialogProps) {
  const { mutateAsync } = use_change('revoke_api_key', ['list_api_keys'])
  return (
    <ConfirmDialog
      title={t('Revoke {name}?', { name })}
      verb={t('Revoke')}
      is_destructive
      close={close}
      confirm={() => mutateAsync({ key_id })}
    >
      <p>{t('Programs that use it get errors within a second. This cannot be undone.')}</p>
      <p>
        {last_used_at === null
          ? t('It has never been used.')
          : t('Last used: {distance}.', { distance: distance_text(last_used_at) })}
      </p>
    </ConfirmDialog>
  )
}
