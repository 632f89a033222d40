// An organization that was ended: until when an admin can take it back, and the button that does so.
import { Anchor, Skeleton, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Form } from '../accounts/form.tsx'
import { forget_me, OrgId, use_answer, use_change } from '../api/queries.ts'
import { t } from '../lib/language.ts'
import { day_text } from '../lib/moments.ts'
import { EntryFrame } from './entry_frame.tsx'
import { may, type Org, own_admins_text } from './org.ts'
import { use_person } from './signed.tsx'

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
        {may(org, 'admin:*') ? (
          <UnlessOthersHaveTo org={org}>
            <Form verb={t('Take it back')} submit={restore}>
              {null}
            </Form>
          </UnlessOthersHaveTo>
        ) : (
          <p>{t('An admin of the organization can take it back.')}</p>
        )}
      </Stack>
    </EntryFrame>
  )
}

const BUTTON_PX = 36

/** An agency takes back only a client that has no admins of its own. Its admins can see which ones have; others learn it from the server. */
function UnlessOthersHaveTo({ org, children }: { org: Org; children: ReactNode }) {
  const agency = use_person().organizations.find(({ org_id }) => org_id === org.agency_org_id)
  if (!agency || !may(agency, 'admin:*')) return children
  return (
    <OrgId value={agency.org_id}>
      <UnlessOwnAdmins client={org}>{children}</UnlessOwnAdmins>
    </OrgId>
  )
}

function UnlessOwnAdmins({ client: { org_id, name }, children }: { client: Org; children: ReactNode }) {
  const { data, failureReason } = use_answer('list_clients', {})
  if (data === undefined && failureReason === null) return <Skeleton height={BUTTON_PX} />
  const own = data?.clients.find(({ client_org_id }) => client_org_id === org_id)?.admins ?? 0
  return own > 0 ? <p>{own_admins_text(name)}</p> : children
}
