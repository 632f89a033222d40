// From which value to which: all fields of a change in a list, and the one that matters most in a line of a table.
import { VisuallyHidden } from '@mantine/core'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import classes from './approvals.module.css'
import { FieldList } from './field_list.tsx'
import { value_text } from './field_words.ts'

interface Changed {
  before: Record<string, string | null>
  after: Record<string, string | null>
  currency: string | null
}

export function Changes({ before, after, currency }: Changed) {
  return (
    <FieldList
      names={Object.keys(after)}
      value={(field) => (
        <FromTo field={field} before={before[field] ?? null} after={after[field] ?? null} currency={currency} />
      )}
    />
  )
}

/** Of a budget before anything else. */
export function MainChange({ before, after, currency }: Changed) {
  const names = Object.keys(after)
  const field = names.find((name) => name.endsWith('daily_budget')) ?? names[0]
  if (field === undefined) return null
  return (
    <span className={classes.short}>
      <FromTo field={field} before={before[field] ?? null} after={after[field] ?? null} currency={currency} />
    </span>
  )
}

interface FromToProps {
  field: string
  before: string | null
  after: string | null
  currency: string | null
}

function FromTo({ field, before, after, currency }: FromToProps) {
  const money = { currency, reporting: use_org().currency }
  return (
    <span className={classes.from_to}>
      {before !== null && (
        <>
          <VisuallyHidden>{t('From')} </VisuallyHidden>
          <span className={classes.before}>{value_text(field, before, money)}</span>
          <span aria-hidden> → </span>
          <VisuallyHidden> {t('To')} </VisuallyHidden>
        </>
      )}
      <span className={classes.after}>
        {before !== null && after === null ? t('Removed') : value_text(field, after, money)}
      </span>
    </span>
  )
}
