// Email and password, then the second factor where the account has one. The page and the dialog of an ended session share it.
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { account } from '../api/accounts.ts'
import { t } from '../lib/language.ts'
import { Form } from './form.tsx'

interface SignInFormProps {
  done: () => void
  email?: string
  /** The person and their address are known, so only the password is missing. */
  is_fixed?: boolean
  /** What is asked first. */
  first?: 'password' | 'code'
}

export function SignInForm({ done, email: known = '', is_fixed = false, first = 'password' }: SignInFormProps) {
  const [email, set_email] = useState(known)
  const [password, set_password] = useState('')
  const [step, set_step] = useState(first)
  if (step === 'code') return <SecondFactor done={done} />
  const submit = async () => {
    const { twoFactorRedirect } = await account('sign-in/email', { email, password })
    if (twoFactorRedirect) set_step('code')
    else done()
  }
  return (
    <Form verb={t('Sign in')} submit={submit}>
      <TextInput
        label={t('Email')}
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus={!is_fixed}
        readOnly={is_fixed}
        value={email}
        onChange={({ currentTarget }) => set_email(currentTarget.value)}
      />
      <PasswordInput
        label={t('Password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        autoFocus={is_fixed}
        value={password}
        onChange={({ currentTarget }) => set_password(currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('Show the password') }}
      />
    </Form>
  )
}

function SecondFactor({ done }: { done: () => void }) {
  const [code, set_code] = useState('')
  const [kind, set_kind] = useState<'app' | 'recovery'>('app')
  const is_app = kind === 'app'
  const submit = async () => {
    await account(is_app ? 'two-factor/verify-totp' : 'two-factor/verify-backup-code', { code: code.trim() })
    done()
  }
  const other = () => {
    set_code('')
    set_kind(is_app ? 'recovery' : 'app')
  }
  return (
    <Stack gap={16}>
      <Form key={kind} verb={t('Continue')} submit={submit}>
        <TextInput
          label={is_app ? t('Code of your app') : t('Recovery code')}
          description={
            is_app
              ? t('The six digits that your authenticator app shows now.')
              : t('One of the codes that you kept when you set up the second factor. Each works once.')
          }
          autoComplete="one-time-code"
          inputMode={is_app ? 'numeric' : 'text'}
          required
          withAsterisk={false}
          autoFocus
          value={code}
          onChange={({ currentTarget }) => set_code(currentTarget.value)}
        />
      </Form>
      <Button variant="subtle" onClick={other}>
        {is_app ? t('Use a recovery code') : t('Use the code of the app')}
      </Button>
    </Stack>
  )
}
