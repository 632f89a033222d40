// A secret that is shown this once, with the ways to use it. Nothing of it is stored in the browser.
import { TextInput } from '@mantine/core'
import { t } from '../lib/language.ts'
import { CopyAs, type Form } from './copy_as.tsx'
import { CopyIcon } from './copy_text.tsx'
import { Notice } from './notice.tsx'
import classes from './secret_once.module.css'

export function SecretOnce({ secret, label, forms }: { secret: string; label: string; forms?: readonly Form[] }) {
  return (
    <div className={classes.secret}>
      <Notice kind="warning" title={t('Copy it now')}>
        <p>{t('It is shown only this once. Keep it where only you and the program can read it.')}</p>
      </Notice>
      <div className={classes.line}>
        <TextInput
          className={classes.value!}
          readOnly
          aria-label={label}
          value={secret}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyIcon text={secret} label={t('Copy')} />
      </div>
      {forms && <CopyAs forms={forms} label={t('Use it from')} />}
    </div>
  )
}
