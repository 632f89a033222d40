// The field for a one-time code of the person's authenticator app.
import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { t } from '../../lib/language.ts'

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>
  value: string
  change: (code: string) => void
}

export const CodeField = ({ ref, value, change }: CodeFieldProps) => (
  <TextInput
    ref={ref}
    label={t('One-time code')}
    description={t('The six digits that your authenticator app shows now.')}
    required
    withAsterisk={false}
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="\s*\d{3}\s*\d{3}\s*"
    size="md"
    value={value}
    onChange={({ currentTarget }) => change(currentTarget.value)}
  />
)

/** People type a space between the two halves, as apps show them. */
export const digits_of = (code: string): string => code.replaceAll(/\s/g, '')
