// A new account: three fields. The answer is the same for an address that has an account, so nobody learns who is here.
import { Anchor, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { account } from '../api/accounts.ts'
import { kept_invitation } from '../areas/personal/kept_invitation.ts'
import { t } from '../lib/language.ts'
import { EntryFrame } from '../shell/entry_frame.tsx'
import { email_of_address, with_next } from './address.ts'
import { Form } from './form.tsx'
import { NewPassword } from './new_password.tsx'
import { use_sign_up_options } from './options.ts'
import { LookAtMail } from './verify.tsx'

export default function SignUp() {
  const { data: options } = use_sign_up_options()
  const [sent_to, set_sent_to] = useState<string>()
  if (sent_to !== undefined) return <LookAtMail email={sent_to} />
  const below = (
    <>
      {t('You have an account?')}{' '}
      <Anchor component={Link} underline="always" to={with_next('/sign-in')}>
        {t('Sign in')}
      </Anchor>
    </>
  )
  if (options?.sign_up === 'closed')
    return (
      <EntryFrame title={t('No new accounts here')} below={below}>
        <p>{t('The operator of this Tablero makes no new accounts.')}</p>
      </EntryFrame>
    )
  if (options?.sign_up === 'invited' && kept_invitation() === undefined)
    return (
      <EntryFrame title={t('By invitation')} below={below}>
        <p>{t('New people come in by invitation. Ask an admin of your organization for one, and open its link.')}</p>
      </EntryFrame>
    )
  return (
    <EntryFrame title={t('Create an account')} about={t('Figures of ads and shops that you can check.')} below={below}>
      <Fields done={set_sent_to} />
    </EntryFrame>
  )
}

function Fields({ done }: { done: (email: string) => void }) {
  const [name, set_name] = useState('')
  const [email, set_email] = useState(email_of_address() ?? '')
  const [password, set_password] = useState('')
  const submit = async () => {
    await account('sign-up/email', { name, email, password, callbackURL: '/verify' })
    done(email)
  }
  return (
    <Form verb={t('Create the account')} submit={submit}>
      <TextInput
        label={t('Your name')}
        autoComplete="name"
        required
        withAsterisk={false}
        autoFocus
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => set_name(currentTarget.value)}
      />
      <TextInput
        label={t('Email')}
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        value={email}
        onChange={({ currentTarget }) => set_email(currentTarget.value)}
      />
      <NewPassword value={password} onChange={set_password} />
    </Form>
  )
}
