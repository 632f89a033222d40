// The field of a new password: long enough is the only rule, because rules on characters make passwords worse.
import { PasswordInput } from '@mantine/core'
import { t } from '../lib/language.ts'
import { use_sign_up_options } from './options.ts'

/** Until the server has said its own. */
const PASSWORD_MIN = 12
const PASSWORD_MAX = 128

interface NewPasswordProps {
  value: string
  onChange: (value: string) => void
  label?: string
}

export function NewPassword({ value, onChange, label = t('Password') }: NewPasswordProps) {
  const { data } = use_sign_up_options()
  const min = data?.password_min ?? PASSWORD_MIN
  return (
    <PasswordInput
      label={label}
      description={t('At least {min} characters. A few words in a row are easy to remember.', { min })}
      autoComplete="new-password"
      required
      withAsterisk={false}
      minLength={min}
      maxLength={data?.password_max ?? PASSWORD_MAX}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
    />
  )
}
