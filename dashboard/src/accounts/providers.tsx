// Signing in with another company's account, where the operator has set it up.
import { Button, Stack } from '@mantine/core'
import { account } from '../api/accounts.ts'
import { t } from '../lib/language.ts'
import { next_address, with_next } from './address.ts'
import { use_sign_up_options } from './options.ts'
import classes from './providers.module.css'

const names = { google: 'Google', github: 'GitHub' }

export function Providers() {
  const { data } = use_sign_up_options()
  if (!data || data.providers.length === 0) return null
  const open = async (provider: string) => {
    const ways_back = { callbackURL: next_address(), errorCallbackURL: with_next('/sign-in') }
    const { url } = await account('sign-in/social', { provider, ...ways_back })
    if (url) location.assign(url)
  }
  return (
    <Stack gap={8} mt={24}>
      <p className={classes.or}>{t('or')}</p>
      {data.providers.map((provider) => (
        <Button key={provider} variant="default" onClick={() => void open(provider)}>
          {t('Continue with {name}', { name: names[provider] })}
        </Button>
      ))}
    </Stack>
  )
}
