// An invitation: who is signed in accepts or declines it. Possession of the link proves nothing, so before that nothing is shown of it.
import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../../api/failure.ts'
import { use_me, use_personal_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import { EntryFrame } from '../../shell/entry_frame.tsx'
import { sign_out } from '../../shell/header.tsx'
import { forget_invitation, kept_invitation } from './kept_invitation.ts'

export default function Invitation() {
  const [token] = useState(kept_invitation)
  const { data: me, error, isPending } = use_me()
  if (token === undefined)
    return (
      <EntryFrame
        title={t('There is no invitation here')}
        about={t('Open the link of the invitation again, as it stands in the message.')}
      >
        <Button component={Link} to="/" variant="default">
          {t('To the start page')}
        </Button>
      </EntryFrame>
    )
  if (isPending) return <EntryFrame title={t('Invitation')} />
  if (me) return <Answer token={token} email={me.email} />
  const is_signed_out = error instanceof Failure && error.outcome === 'unauthorized'
  return (
    <EntryFrame
      title={t('You are invited to Tablero')}
      about={is_signed_out && t('Sign in with the address that was invited.')}
    >
      {is_signed_out ? (
        <Stack gap={12}>
          <Button component={Link} to="/sign-up?next=/invitation">
            {t('Create an account')}
          </Button>
          <Button component={Link} to="/sign-in?next=/invitation" variant="default">
            {t('I have an account')}
          </Button>
        </Stack>
      ) : (
        <Fault error={error} />
      )}
    </EntryFrame>
  )
}

function Answer({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate()
  const accept = use_personal_change('accept_invitation')
  const decline = use_personal_change('decline_invitation')
  const failed = accept.error ?? decline.error
  if (decline.data) return <EntryFrame title={t('You declined the invitation')} />
  const accept_it = async () => {
    const { org_id } = await accept.mutateAsync({ token })
    forget_invitation()
    await navigate({ to: `/o/${org_id}` })
  }
  const decline_it = async () => {
    await decline.mutateAsync({ token })
    forget_invitation()
  }
  const is_busy = accept.isPending || decline.isPending
  return (
    <EntryFrame title={t('You are invited')} about={t('You are signed in as {email}.', { email })}>
      <Stack gap={16}>
        {failed && <Refused error={failed} />}
        <Group gap={8} grow>
          <Button loading={accept.isPending} disabled={is_busy} onClick={() => void accept_it().catch(() => undefined)}>
            {t('Accept')}
          </Button>
          <Button variant="default" disabled={is_busy} onClick={() => void decline_it().catch(() => undefined)}>
            {t('Decline')}
          </Button>
        </Group>
        <Anchor component="button" type="button" onClick={() => void sign_out('/sign-in?next=/invitation')}>
          {t('This is not me: sign in as somebody else')}
        </Anchor>
      </Stack>
    </EntryFrame>
  )
}

/** The sentence of the server names neither the organization nor who invited. */
function Refused({ error }: { error: Error }) {
  if (!(error instanceof Failure) || error.outcome !== 'error') return <Fault error={error} />
  return (
    <Notice kind="warning" title={t('This did not work')}>
      <p>{error.message}</p>
    </Notice>
  )
}
