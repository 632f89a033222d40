// What the proposer of a new campaign wrote and declared. The person who approves signs it.
import { figure_text } from '../../components/figure.ts'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import classes from './approvals.module.css'

interface Declared {
  brief_text: string | null
  estimated_reach: number | null
  declared_categories: readonly string[]
}

const categories: Record<string, () => string> = {
  none: () => t('None'),
  housing: () => t('Housing'),
  employment: () => t('Employment'),
  financial: () => t('Financial products'),
  politics: () => t('Politics'),
}

const is_declared = (declaration: unknown): declaration is Declared =>
  declaration !== null && typeof declaration === 'object' && 'declared_categories' in declaration

export function Declaration({ declaration }: { declaration: unknown }) {
  if (!is_declared(declaration)) return null
  const { brief_text, estimated_reach, declared_categories } = declaration
  const names = declared_categories.map((one) => categories[one]?.() ?? one)
  return (
    <section>
      <h3 className={classes.title}>{t('What you sign')}</h3>
      {brief_text && <q className={classes.said}>{brief_text}</q>}
      <Pairs>
        <Pair name={t('Special ad categories')}>{names.length > 0 ? names.join(', ') : t('None')}</Pair>
        <Pair name={t('Reach, a guess of the proposer')}>{figure_text(estimated_reach, { kind: 'count' })}</Pair>
      </Pairs>
    </section>
  )
}
