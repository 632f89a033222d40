// Filters the rows of a list by a part of their texts.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { folded } from '../lib/folded.ts'
import { t } from '../lib/language.ts'

interface TextFilterProps {
  find: string | undefined
  change: (text: string) => void
}

/** What is typed is shown immediately. The address follows. */
export function TextFilter({ find = '', change }: TextFilterProps) {
  const [typed, set_typed] = useState<{ text: string; of: string }>()
  // A change of the address from elsewhere, such as the way back, wins.
  const text = typed && typed.of === find ? typed.text : find
  return (
    <TextInput
      label={t('Filter')}
      placeholder={t('Part of a name')}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        set_typed({ text: value, of: value.trim() })
        change(value.trim())
      }}
    />
  )
}

/** True for texts of which one contains what is wanted, with or without accents. Without a wish, all do. */
export function contains(texts: readonly (string | null | undefined)[], find: string | undefined): boolean {
  if (find === undefined) return true
  const wanted = folded(find)
  return texts.some((text) => text && folded(text).includes(wanted))
}
