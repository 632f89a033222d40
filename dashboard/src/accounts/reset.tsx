// A forgotten password: ask for a link, then choose a new password. A reset ends every session of the account.
import { Anchor, Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { account } from '../api/accounts.ts'
import { t } from '../lib/language.ts'
import { EntryFrame } from '../shell/entry_frame.tsx'
import { error_of_address, token_of_address } from './address.ts'
import { Form } from './form.tsx'
import { NewPassword } from './new_password.tsx'

export default function Reset() {
  const token = token_of_address()
  return token === undefined ? <AskForLink is_old={error_of_address() !== undefined} /> : <Choose token={token} />
}

function AskForLink({ is_old }: { is_old: boolean }) {
  const [email, set_email] = useState('')
  const [sent_to, set_sent_to] = useState<string>()
  const back = (
    <Anchor component={Link} to="/sign-in">
      {t('Back to sign in')}
    </Anchor>
  )
  if (sent_to !== undefined)
    return (
      <EntryFrame
        title={t('Look at your mail')}
        about={t('If {email} has an account, a message with a link is on its way. The link works for one hour.', {
          email: sent_to,
        })}
        below={back}
      />
    )
  const submit = async () => {
    await account('request-password-reset', { email, redirectTo: '/reset' })
    set_sent_to(email)
  }
  return (
    <EntryFrame
      title={is_old ? t('This link does not work any more') : t('New password')}
      about={
        is_old
          ? t('It was used already, or it is too old. We can send a new one.')
          : t('We send a link to your address.')
      }
      below={back}
    >
      <Form verb={t('Send the link')} submit={submit}>
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          value={email}
          onChange={({ currentTarget }) => set_email(currentTarget.value)}
        />
      </Form>
    </EntryFrame>
  )
}

function Choose({ token }: { token: string }) {
  const [password, set_password] = useState('')
  const [is_done, set_done] = useState(false)
  if (is_done)
    return (
      <EntryFrame title={t('Your password is changed')} about={t('All sessions of your account have ended.')}>
        <Button component={Link} to="/sign-in" fullWidth>
          {t('Sign in')}
        </Button>
      </EntryFrame>
    )
  const submit = async () => {
    await account('reset-password', { newPassword: password, token })
    set_done(true)
  }
  return (
    <EntryFrame title={t('Choose a new password')} about={t('Every session of your account ends, on all devices.')}>
      <Form verb={t('Change the password')} submit={submit}>
        <NewPassword value={password} onChange={set_password} label={t('New password')} />
      </Form>
    </EntryFrame>
  )
}
