// Shows a block of code in one of several forms, to copy.
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { t } from '../lib/language.ts'
import classes from './copy_as.module.css'
import { CopyIcon } from './copy_text.tsx'

export interface Form {
  name: string
  code: string
}

export function CopyAs({ forms, label }: { forms: readonly Form[]; label: string }) {
  const [chosen, choose] = useState(forms[0]!.name)
  const { code } = forms.find(({ name }) => name === chosen) ?? forms[0]!
  return (
    <div className={classes.forms}>
      <div className={classes.bar}>
        <SegmentedControl
          className={classes.choice!}
          size="xs"
          value={chosen}
          onChange={choose}
          data={forms.map(({ name }) => name)}
          aria-label={label}
        />
        <CopyIcon text={code} label={t('Copy')} />
      </div>
      {/* A long line scrolls, so the keyboard must reach it. */}
      <pre
        className={classes.code}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
      >
        {code}
      </pre>
    </div>
  )
}
