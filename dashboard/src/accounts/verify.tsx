// The email address of a new account: wait for the link, and what the link did.
import { Button, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { account } from '../api/accounts.ts'
import { kept_invitation } from '../areas/personal/kept_invitation.ts'
import { Notice } from '../components/notice.tsx'
import { t } from '../lib/language.ts'
import { EntryFrame } from '../shell/entry_frame.tsx'
import { error_of_address } from './address.ts'
import { Form } from './form.tsx'

const CALLBACK = '/verify'

/** The link in the email leads here, with an error in the address when it did not work. */
export default function Verify() {
  const [sent_to, set_sent_to] = useState<string>()
  if (sent_to !== undefined) return <LookAtMail email={sent_to} />
  if (error_of_address() !== undefined) return <LinkIsOld done={set_sent_to} />
  const is_invited = kept_invitation() !== undefined
  return (
    <EntryFrame title={t('Your address is confirmed')}>
      <Button component={Link} to={is_invited ? '/invitation' : '/'} fullWidth>
        {is_invited ? t('To the invitation') : t('Continue')}
      </Button>
    </EntryFrame>
  )
}

export function LookAtMail({ email }: { email: string }) {
  const [was_sent_again, set_sent_again] = useState(false)
  const again = async () => {
    await account('send-verification-email', { email, callbackURL: CALLBACK })
    set_sent_again(true)
  }
  return (
    <EntryFrame
      title={t('Look at your mail')}
      about={t('We sent a message to {email}. Open its link in this browser to continue.', { email })}
    >
      <Stack gap={16}>
        {was_sent_again && <Notice kind="good" title={t('Sent again')} />}
        <Form verb={t('Send it again')} submit={again}>
          <p>{t('Nothing after a minute? Look into the folder for spam.')}</p>
        </Form>
        <Button component={Link} to="/sign-in" variant="subtle">
          {t('Sign in')}
        </Button>
      </Stack>
    </EntryFrame>
  )
}

function LinkIsOld({ done }: { done: (email: string) => void }) {
  const [email, set_email] = useState('')
  const submit = async () => {
    await account('send-verification-email', { email, callbackURL: CALLBACK })
    done(email)
  }
  return (
    <EntryFrame
      title={t('This link does not work any more')}
      about={t('It was used already, or it is too old. We can send a new one.')}
    >
      <Form verb={t('Send a new link')} submit={submit}>
        <TextInput
          label={t('Email')}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={({ currentTarget }) => set_email(currentTarget.value)}
        />
      </Form>
    </EntryFrame>
  )
}
