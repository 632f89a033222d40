// An organization that was ended: until when an admin can take it back, and the button that does so.
import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Form } from '../accounts/form.tsx'
import { forget_me, use_change } from '../api/queries.ts'
import { t } from '../lib/language.ts'
import { day_text } from '../lib/moments.ts'
import { EntryFrame } from './entry_frame.tsx'
import { may, type Org } from './org.ts'

export function EndedOrg({ org }: { org: Org }) {
  const { name, deleted_at, time_zone } = org
  const { mutateAsync } = use_change('restore_org')
  const restore = async () => {
    await mutateAsync({})
    await forget_me()
  }
  const day = day_text(deleted_at!, time_zone)
  return (
    <EntryFrame
      title={t('{name} was ended', { name })}
      about={t('It is deleted on {day} with all of its data. Until then nothing is lost.', { day })}
      below={
        <Anchor component={Link} to="/">
          {t('To your organizations')}
        </Anchor>
      }
    >
      <Stack gap={16}>
        {/* An agency may take back a client that has no admins of its own. Otherwise the server refuses and says why. */}
        {may(org, 'admin:*') ? (
          <Form verb={t('Take it back')} submit={restore}>
            {null}
          </Form>
        ) : (
          <p>{t('An admin of the organization can take it back.')}</p>
        )}
      </Stack>
    </EntryFrame>
  )
}
