// The code that the owner of a phone number sends from it. The page sees by itself when the code has come.
import { Anchor, Button, Group, Skeleton, Stack } from '@mantine/core'
import { useEffect } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer, use_change } from '../../api/queries.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Fault } from '../../components/fault.tsx'
import { Notice } from '../../components/notice.tsx'
import { QrCode } from '../../components/qr_code.tsx'
import { t } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { use_org } from '../../shell/org.ts'
import classes from './phone_code_dialog.module.css'

const CODE_PX = 260
const ASK_EVERY_MS = 3_000

export default function PhoneCodeDialog({ close }: { close: () => void }) {
  const { mutate, data, error } = use_change('start_phone_confirmation')
  const is_confirmed = use_is_confirmed()
  useEffect(() => mutate({}), [mutate])
  return (
    <Dialog close={close} title={t('Confirm the number')}>
      {is_confirmed ? (
        <Stack gap={16}>
          <Notice kind="good" title={t('The number is confirmed')}>
            <p>{t('It gets the next notification.')}</p>
          </Notice>
          <Group justify="flex-end">
            <Button onClick={close}>{t('Done')}</Button>
          </Group>
        </Stack>
      ) : error ? (
        <Fault error={error} again={() => mutate({})} />
      ) : data ? (
        <Code of={data} />
      ) : (
        <Skeleton height={CODE_PX} />
      )}
    </Dialog>
  )
}

function use_is_confirmed(): boolean {
  const channels = use_answer(
    'get_org_channels',
    {},
    { refetchInterval: ({ messaging }) => messaging?.state === 'unconfirmed' && ASK_EVERY_MS },
  )
  return channels.data?.messaging?.state === 'on'
}

type Started = OrgTools['start_phone_confirmation']['result']

function Code({ of: { phone, send_to, code, until, link } }: { of: Started }) {
  const { time_zone } = use_org()
  return (
    <Stack gap={12} aria-busy="true">
      <p>{t('Send this code by WhatsApp from {phone} to {send_to}:', { phone, send_to })}</p>
      <p className={classes.code}>{code}</p>
      <QrCode text={link} label={t('QR code that opens WhatsApp with the code')} className={classes.qr} />
      <Anchor href={link} target="_blank" rel="noreferrer">
        {t('Open WhatsApp with the code')}
      </Anchor>
      <p className={classes.quiet} role="status">
        {t('This page waits for the code. It works until {moment}.', { moment: moment_text(until, time_zone) })}
      </p>
    </Stack>
  )
}
