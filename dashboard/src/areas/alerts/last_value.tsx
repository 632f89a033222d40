// The value of the day that a rule evaluated last. Amounts are in the reporting currency.
import { Figure } from '../../components/figure.tsx'
import { kind_of } from '../../components/metric_words.ts'
import { t } from '../../lib/language.ts'
import type { Rule } from './rows.ts'

export function LastValue({ of: { last_value, evaluated_day, metric, unit } }: { of: Rule }) {
  const reason = evaluated_day === null ? t('No day was evaluated yet.') : t('The value of this day is not known.')
  return (
    <Figure value={last_value} kind={kind_of({ metric, unit })} reason={last_value === null ? reason : undefined} />
  )
}
