// The second factor: set it up with an authenticator app, keep recovery codes, or switch it off. Each step needs the password.
import { Badge, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { account } from '../../api/accounts.ts'
import { forget_me } from '../../api/queries.ts'
import { CopyIcon, CopyText } from '../../components/copy_text.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { QrCode } from '../../components/qr_code.tsx'
import { show_toast } from '../../components/toast.ts'
import { t } from '../../lib/language.ts'
import { use_person } from '../../shell/signed.tsx'
import classes from './account.module.css'
import { CurrentPassword } from './password.tsx'

type Doing = 'enable' | 'codes' | 'disable'

export function SecondFactor() {
  const { two_factor } = use_person()
  const [doing, set_doing] = useState<Doing>()
  const close = () => set_doing(undefined)
  const titles = {
    enable: t('Set up the second factor'),
    codes: t('New recovery codes'),
    disable: t('Switch the second factor off'),
  }
  return (
    <>
      <Group gap={12}>
        <Badge>{two_factor ? t('On') : t('Off')}</Badge>
        {two_factor ? (
          <>
            <Button variant="default" onClick={() => set_doing('codes')}>
              {t('New recovery codes')}
            </Button>
            <Button variant="default" onClick={() => set_doing('disable')}>
              {t('Switch off')}
            </Button>
          </>
        ) : (
          <Button onClick={() => set_doing('enable')}>{t('Set up')}</Button>
        )}
      </Group>
      {doing && (
        <Dialog close={close} title={titles[doing]} closes_outside={false}>
          {doing === 'enable' && <Enable close={close} />}
          {doing === 'codes' && <NewCodes close={close} />}
          {doing === 'disable' && <Disable close={close} />}
        </Dialog>
      )}
    </>
  )
}

function Enable({ close }: { close: () => void }) {
  const [password, set_password] = useState('')
  const [made, set_made] = useState<{ totpURI: string; backupCodes: string[] }>()
  const [code, set_code] = useState('')
  const [is_on, set_on] = useState(false)
  if (!made)
    return (
      <Form verb={t('Continue')} submit={async () => set_made(await account('two-factor/enable', { password }))}>
        <CurrentPassword value={password} onChange={set_password} />
      </Form>
    )
  if (is_on) return <RecoveryCodes codes={made.backupCodes} close={close} />
  const confirm = async () => {
    await account('two-factor/verify-totp', { code: code.trim() })
    set_on(true)
  }
  const secret = new URL(made.totpURI).searchParams.get('secret') ?? ''
  return (
    <Stack gap={16}>
      <p>{t('Scan this picture with an authenticator app, then type the code that it shows.')}</p>
      <QrCode text={made.totpURI} label={t('QR code for an authenticator app')} className={classes.code} />
      <p>
        {t('No camera? Type this key:')} <CopyText text={secret} label={t('Copy the key')} />
      </p>
      <Form verb={t('Switch on')} submit={confirm}>
        <TextInput
          label={t('Code of your app')}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          withAsterisk={false}
          value={code}
          onChange={({ currentTarget }) => set_code(currentTarget.value)}
        />
      </Form>
    </Stack>
  )
}

function NewCodes({ close }: { close: () => void }) {
  const [password, set_password] = useState('')
  const [codes, set_codes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} close={close} />
  const submit = async () => set_codes((await account('two-factor/generate-backup-codes', { password })).backupCodes)
  return (
    <Form verb={t('Make new codes')} submit={submit}>
      <p>{t('The codes before stop working.')}</p>
      <CurrentPassword value={password} onChange={set_password} />
    </Form>
  )
}

function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const end = async () => {
    await forget_me()
    close()
  }
  return (
    <Stack gap={16}>
      <Notice kind="warning" title={t('Keep these codes')}>
        <p>{t('Each signs you in once when your phone is not there. They are shown only now.')}</p>
      </Notice>
      <ul className={classes.recovery}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group justify="space-between">
        <CopyIcon text={codes.join('\n')} label={t('Copy')} />
        <Button onClick={() => void end()}>{t('I have kept them')}</Button>
      </Group>
    </Stack>
  )
}

function Disable({ close }: { close: () => void }) {
  const [password, set_password] = useState('')
  const submit = async () => {
    await account('two-factor/disable', { password })
    await forget_me()
    show_toast(t('Saved'))
    close()
  }
  return (
    <Form verb={t('Switch off')} submit={submit}>
      <p>{t('Your password alone is then enough. Organizations that need a second factor close for you.')}</p>
      <CurrentPassword value={password} onChange={set_password} />
    </Form>
  )
}
