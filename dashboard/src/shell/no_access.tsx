// The address of an organization that the person does not belong to. It says nothing of whether the organization exists.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '../lib/language.ts'
import { EntryFrame } from './entry_frame.tsx'
import { use_person } from './signed.tsx'

export function NoAccess() {
  const { email } = use_person()
  return (
    <EntryFrame
      title={t('No access to this organization')}
      about={t('You are signed in as {email}. Ask an admin of the organization to invite this address.', { email })}
    >
      <Button component={Link} to="/">
        {t('To your organizations')}
      </Button>
    </EntryFrame>
  )
}
