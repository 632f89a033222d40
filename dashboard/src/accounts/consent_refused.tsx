// A request of an app that cannot be answered. The app gets nothing, because the address that it named is not known to belong to it.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '../lib/language.ts'
import { EntryFrame } from '../shell/entry_frame.tsx'
import { error_of_address } from './address.ts'

const reasons = (): Record<string, string> => ({
  invalid_redirect: t('The app named an address for your answer that it did not register.'),
  invalid_client: t(
    'The app is not known here. If it was connected before, remove Tablero from the app and add it again.',
  ),
})

export function ConsentRefused() {
  const error = error_of_address()
  return (
    <EntryFrame
      title={t('This request cannot be answered')}
      about={reasons()[error ?? ''] ?? t('Start again in the app. If it happens again, tell the maker of the app.')}
    >
      <Button component={Link} to="/" variant="default">
        {t('To the start page')}
      </Button>
    </EntryFrame>
  )
}
