// Where notifications go besides the dashboard, and when: chat, phone, email and quiet hours. Members and admins set them.
import { Skeleton } from '@mantine/core'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Section } from '../../components/page.tsx'
import { t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import { ChatChannel } from './chat_channel.tsx'
import { EmailChannel } from './email_channel.tsx'
import { PhoneChannel } from './phone_channel.tsx'
import { QuietHours } from './quiet_hours.tsx'

const CHANNELS_PX = 720

export function Channels() {
  const channels = use_answer('get_org_channels', {})
  const may_change = may(use_org(), 'notifications:write')
  return (
    <Answered of={channels} skeleton={<Skeleton height={CHANNELS_PX} />}>
      {(data) => (
        <>
          <Section
            title={t('Notifications in a chat')}
            about={t('Every notification goes to one channel of your chat.')}
          >
            <ChatChannel channels={data} may_change={may_change} />
          </Section>
          <Section
            title={t('Notifications on a phone')}
            about={t('Every notification goes to one number by WhatsApp.')}
          >
            <PhoneChannel key={data.messaging?.phone} channels={data} may_change={may_change} />
          </Section>
          <Section title={t('Notifications by email')} about={t('Admins get them, and members who choose it.')}>
            <EmailChannel channels={data} />
          </Section>
          <Section
            title={t('Quiet hours')}
            about={t('Messages wait in these hours, and then leave as one. The dashboard and webhooks have none.')}
          >
            <QuietHours
              key={`${data.notification_quiet_hours_start} ${data.notification_quiet_hours_end}`}
              channels={data}
              may_change={may_change}
            />
          </Section>
        </>
      )}
    </Answered>
  )
}
