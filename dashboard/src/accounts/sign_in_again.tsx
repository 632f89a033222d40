// The dialog of a session that ended while a page is open. The page stays as it is, with what was typed into it.
import { Button, Modal, Stack } from '@mantine/core'
import { call } from '../api/call.ts'
import { query_client } from '../api/queries.ts'
import { end_waiting } from '../api/session_end.ts'
import { t } from '../lib/language.ts'
import { SignInForm } from './sign_in_form.tsx'

interface Known {
  user_id: string
  email: string
}

export default function SignInAgain() {
  const known = query_client.getQueryData<Known>(['get_me'])
  const done = async () => {
    const { user_id } = await call('get_me', {}, { asks_to_sign_in: false })
    // The page that is open belongs to somebody else: its input must not be sent in the name of this person.
    if (known && known.user_id !== user_id) location.assign('/')
    else end_waiting(true)
  }
  return (
    <Modal opened onClose={() => end_waiting(false)} withCloseButton={false} title={t('Sign in again')}>
      <Stack gap={16}>
        <p>{t('Your session ended. What you typed on this page is still there.')}</p>
        <SignInForm done={() => void done()} email={known?.email ?? ''} is_fixed={known !== undefined} />
        <Button variant="subtle" onClick={() => end_waiting(false)}>
          {t('Not now')}
        </Button>
      </Stack>
    </Modal>
  )
}
