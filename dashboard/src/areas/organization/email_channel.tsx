// Notifications by email: whether the organization sends them, and whether this person gets them.
import { Select, Switch } from '@mantine/core'
import { use_change } from '../../api/queries.ts'
import { Fault } from '../../components/fault.tsx'
import { t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import type { OrgChannels } from './rows.ts'

const BY_ROLE = 'by_role'

export function EmailChannel({ channels: { email, own_emails } }: { channels: OrgChannels }) {
  const is_admin = may(use_org(), 'admin:*')
  const { mutate, isPending, error } = use_change('update_org_settings', ['get_org_channels', 'get_org_settings'])
  return (
    <>
      {error && <Fault error={error} />}
      <Switch
        label={t('The organization sends emails')}
        checked={email}
        disabled={!is_admin || isPending}
        onChange={({ currentTarget }) => mutate({ channels: { email: currentTarget.checked } })}
      />
      {own_emails && <OwnChoice wanted={own_emails.wanted} is_sent={email} />}
    </>
  )
}

/** What an answer brings is what the field shows, so a refused choice does not stay. */
function OwnChoice({ wanted, is_sent }: { wanted: boolean | null; is_sent: boolean }) {
  const { mutate, isPending, error } = use_change('choose_notification_emails', ['get_org_channels'])
  return (
    <>
      {error && <Fault error={error} />}
      <Select
        label={t('Your emails')}
        description={is_sent ? undefined : t('They begin when the organization sends emails.')}
        data={[
          { value: BY_ROLE, label: t('As your role: admins get them') },
          { value: 'true', label: t('Always') },
          { value: 'false', label: t('Never') },
        ]}
        disabled={isPending}
        value={wanted === null ? BY_ROLE : String(wanted)}
        onChange={(value) => mutate({ wanted: value === BY_ROLE ? null : value === 'true' })}
      />
    </>
  )
}
