// Changes the password. The person proves that they know the old one.
import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { NewPassword } from '../../accounts/new_password.tsx'
import { account } from '../../api/accounts.ts'
import { query_client } from '../../api/queries.ts'
import { show_toast } from '../../components/toast.ts'
import { t } from '../../lib/language.ts'

export function Password() {
  const [now, set_now] = useState('')
  const [next, set_next] = useState('')
  const submit = async () => {
    await account('change-password', { currentPassword: now, newPassword: next, revokeOtherSessions: true })
    set_now('')
    set_next('')
    await query_client.invalidateQueries({ queryKey: ['auth', 'sessions'] })
    show_toast(t('Your password is changed'))
  }
  return (
    <Form verb={t('Change the password')} submit={submit} is_wide={false}>
      <CurrentPassword value={now} onChange={set_now} />
      <NewPassword value={next} onChange={set_next} label={t('New password')} />
    </Form>
  )
}

export function CurrentPassword({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <PasswordInput
      label={t('Your password now')}
      autoComplete="current-password"
      required
      withAsterisk={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
    />
  )
}
