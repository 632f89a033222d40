// The page to sign in. Afterwards the person is where they wanted to go.
import { Anchor } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { forget_everything } from '../api/queries.ts'
import { Notice } from '../components/notice.tsx'
import { t } from '../lib/language.ts'
import { EntryFrame } from '../shell/entry_frame.tsx'
import { email_of_address, error_of_address, needs_code, next_address, with_next } from './address.ts'
import { use_sign_up_options } from './options.ts'
import { Providers } from './providers.tsx'
import { SignInForm } from './sign_in_form.tsx'

export default function SignIn() {
  const { data: options } = use_sign_up_options()
  const navigate = useNavigate()
  const done = () => {
    forget_everything()
    void navigate({ href: next_address() })
  }
  const below =
    options?.sign_up === 'open' ? (
      <>
        {t('New here?')}{' '}
        <Anchor component={Link} underline="always" to={with_next('/sign-up')}>
          {t('Create an account')}
        </Anchor>
      </>
    ) : (
      options && t('People come in by invitation. Ask an admin of your organization for one.')
    )
  return (
    <EntryFrame title={t('Sign in')} below={below}>
      {error_of_address() !== undefined && <NotThroughProvider />}
      <SignInForm done={done} email={email_of_address() ?? ''} first={needs_code() ? 'code' : 'password'} />
      <p>
        {needs_code() ? (
          <Anchor href={with_next('/sign-in')} mt={16} display="inline-block">
            {t('Back to sign in')}
          </Anchor>
        ) : (
          <Anchor component={Link} to="/reset" mt={16} display="inline-block">
            {t('Forgot your password?')}
          </Anchor>
        )}
      </p>
      <Providers />
    </EntryFrame>
  )
}

/** The way back from a provider that refused, or did not answer, leads here. */
const NotThroughProvider = () => (
  <Notice kind="bad" title={t('The other company did not confirm who you are')}>
    <p>{t('It did not answer, or it refused. Try again, or use another way to sign in.')}</p>
  </Notice>
)
