// The phone number that gets notifications. It gets nothing until its owner has sent a code from it.
import { Button, TextInput } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { use_change } from '../../api/queries.ts'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import { ChannelState } from './channel_state.tsx'
import classes from './lists.module.css'
import { PartForm } from './part_form.tsx'
import type { ChannelProps } from './rows.ts'

const PhoneCodeDialog = lazy(() => import('./phone_code_dialog.tsx'))

const PHONE_CHARS_MAX = 40

export function PhoneChannel({ channels: { messaging, messaging_is_configured }, may_change }: ChannelProps) {
  const [phone, set_phone] = useState('')
  // Open until a person closes it, so that it can say that the number is confirmed.
  const [is_confirming, set_confirming] = useState(false)
  const { mutateAsync } = use_change('update_org_channels', ['get_org_channels'])
  const submit = async () => {
    await mutateAsync({ messaging_phone: phone.trim() })
    set_phone('')
  }
  return (
    <>
      {!messaging_is_configured && (
        <p className={classes.quiet}>
          {t('This Tablero has no WhatsApp number of its own, so phones get nothing. Its operator sets one.')}
        </p>
      )}
      {messaging?.state === 'off' && (
        <Notice kind="warning" title={t('The phone takes nothing any more')}>
          <p>{t('WhatsApp does not reach the number. Set it again, or another one.')}</p>
        </Notice>
      )}
      {messaging && (
        <ChannelState
          name={messaging.phone}
          state={messaging.state}
          field="messaging_phone"
          loss={t('The phone gets no more notifications. To set it again, its owner sends a new code.')}
          may_change={may_change}
        />
      )}
      {messaging?.state === 'unconfirmed' && messaging_is_configured && may_change && (
        <Unconfirmed confirm={() => set_confirming(true)} />
      )}
      {is_confirming && (
        <Suspense>
          <PhoneCodeDialog close={() => set_confirming(false)} />
        </Suspense>
      )}
      {messaging_is_configured && !messaging && !may_change && <p className={classes.quiet}>{t('No phone is set.')}</p>}
      {messaging_is_configured && may_change && (
        <PartForm is_admin submit={submit}>
          <TextInput
            label={messaging ? t('Another number') : t('Phone number')}
            description={t('With the code of its country, such as +52 55 1234 5678.')}
            type="tel"
            required
            withAsterisk={false}
            maxLength={PHONE_CHARS_MAX}
            value={phone}
            onChange={({ currentTarget }) => set_phone(currentTarget.value)}
          />
        </PartForm>
      )}
    </>
  )
}

const Unconfirmed = ({ confirm }: { confirm: () => void }) => (
  <Notice
    title={t('The owner of the number confirms it')}
    action={
      <Button size="xs" onClick={confirm}>
        {t('Show the code')}
      </Button>
    }
  >
    <p>{t('Until a code comes from this number, it gets nothing.')}</p>
  </Notice>
)
