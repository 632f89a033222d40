// Copies a text, and says so. `CopyAs` shows a block of code in one of several forms.
import { ActionIcon, CopyButton, SegmentedControl, Tooltip, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { t } from '../lib/language.ts'
import classes from './copy_as.module.css'
import { Icon } from './icons.tsx'

const SHOWN_MS = 2_000

interface CopyProps {
  text: string
  /** What the button does, for readers of screens. */
  label: string
}

export function CopyIcon({ text, label }: CopyProps) {
  return (
    <CopyButton value={text} timeout={SHOWN_MS}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('Copied') : label}>
          <ActionIcon variant="default" size={36} aria-label={copied ? t('Copied') : label} onClick={copy}>
            <Icon name={copied ? 'check' : 'copy'} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** A short text, such as an id, that copies itself when it is pressed. */
export function CopyText({ text, label }: CopyProps) {
  return (
    <CopyButton value={text} timeout={SHOWN_MS}>
      {({ copied, copy }) => (
        <UnstyledButton className={classes.text} aria-label={`${label}: ${text}`} onClick={copy}>
          {text} {copied ? `· ${t('Copied')}` : ''}
        </UnstyledButton>
      )}
    </CopyButton>
  )
}

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
