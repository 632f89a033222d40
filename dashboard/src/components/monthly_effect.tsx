// What a recommendation is worth in a month. The lower end is certain.
import { t } from '../lib/language.ts'
import { Figure } from './figure.tsx'
import classes from './monthly_effect.module.css'

export function MonthlyEffect({ low, high }: { low: number | null; high: number | null }) {
  if (low === null || high === null) return null
  return (
    <p className={classes.effect}>
      {t('Worth in 30 days:')} <Figure value={low} kind="money" />
      {high !== low && (
        <>
          {' '}
          {t('to')} <Figure value={high} kind="money" />
        </>
      )}
    </p>
  )
}
