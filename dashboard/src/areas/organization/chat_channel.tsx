// The chat that gets notifications. Its address is a secret: only the host is shown, and the field begins empty.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { Notice } from '../../components/notice.tsx'
import { show_toast } from '../../components/toast.ts'
import { t } from '../../lib/language.ts'
import { ChannelState } from './channel_state.tsx'
import classes from './lists.module.css'
import { PartForm } from './part_form.tsx'
import type { ChannelProps, OrgChannels } from './rows.ts'

const URL_CHARS_MAX = 2_000

type Format = NonNullable<OrgChannels['chat']>['format']

const format_name = (format: Format): string =>
  ({
    slack: 'Slack',
    discord: 'Discord',
    google_chat: 'Google Chat',
    teams: 'Microsoft Teams',
    plain: t('JSON for a program'),
  })[format]

export function ChatChannel({ channels: { chat }, may_change }: ChannelProps) {
  const [url, set_url] = useState('')
  const { mutateAsync } = use_change('update_org_channels', ['get_org_channels'])
  const submit = async () => {
    await mutateAsync({ chat_webhook_url: url.trim() })
    set_url('')
    show_toast(t('Saved'))
  }
  return (
    <>
      {chat?.state === 'off' && (
        <Notice kind="warning" title={t('The chat takes nothing any more')}>
          <p>{t('Its address was deleted or is refused. Make a new one in the chat, and set it here.')}</p>
        </Notice>
      )}
      {chat ? (
        <ChannelState
          name={`${format_name(chat.format)} · ${chat.host}`}
          state={chat.state}
          field="chat_webhook_url"
          loss={t('The chat gets no more notifications. To set it again, you need its address.')}
          may_change={may_change}
        />
      ) : (
        !may_change && <p className={classes.quiet}>{t('No chat is set.')}</p>
      )}
      {may_change && (
        <PartForm is_admin submit={submit}>
          <TextInput
            label={chat ? t('Another address') : t('Address of the chat')}
            description={t(
              'Of an incoming webhook of Slack, Discord, Google Chat or Teams Workflows. Other addresses get JSON.',
            )}
            type="url"
            required
            withAsterisk={false}
            autoComplete="off"
            maxLength={URL_CHARS_MAX}
            value={url}
            onChange={({ currentTarget }) => set_url(currentTarget.value)}
          />
        </PartForm>
      )}
    </>
  )
}
