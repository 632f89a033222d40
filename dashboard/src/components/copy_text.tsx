// Copies a text, and says so.
import { ActionIcon, CopyButton, Tooltip, UnstyledButton } from '@mantine/core'
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
