// The fields for a currency and a time zone, with what each decides.
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { t, use_language } from '../lib/language.ts'
import { currency_choices, time_zone_choices } from '../lib/places.ts'

const SHOWN_MAX = 60

interface FieldProps {
  value: string
  onChange: (value: string) => void
  disabled?: boolean
}

export function CurrencyField({ value, onChange, disabled = false }: FieldProps) {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are in the language
  const data = useMemo(currency_choices, [language])
  return (
    <Select
      label={t('Currency')}
      description={t('Amounts of other currencies are converted to it.')}
      searchable
      limit={SHOWN_MAX}
      nothingFoundMessage={t('Nothing has this name.')}
      data={data}
      value={value}
      disabled={disabled}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}

export function TimeZoneField({ value, onChange, disabled = false }: FieldProps) {
  const data = useMemo(() => time_zone_choices(value), [value])
  return (
    <Select
      label={t('Time zone')}
      description={t('A day of every figure begins and ends in it.')}
      searchable
      limit={SHOWN_MAX}
      nothingFoundMessage={t('Nothing has this name.')}
      data={data}
      value={value}
      disabled={disabled}
      onChange={(chosen) => chosen && onChange(chosen)}
    />
  )
}
