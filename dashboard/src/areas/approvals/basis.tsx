// The figures on which a proposal stands, as they were when it was made, with their sources.

import type { DeclaredFigure } from '../../components/figure.ts'
import { Figure } from '../../components/figure.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import { span_text } from '../../lib/moments.ts'
import { type Provenance, trust_of } from '../../lib/trust.ts'
import classes from './approvals.module.css'

type StoredBasis = Provenance & { figures: Record<string, number | null>; currency?: string }

interface BasisFigure extends DeclaredFigure {
  name: string
  title: string
}

const figures = (): BasisFigure[] => [
  { name: 'spend', title: t('Spend'), kind: 'money' },
  { name: 'impressions', title: t('Impressions'), kind: 'count' },
  { name: 'clicks', title: t('Clicks'), kind: 'count' },
  { name: 'conversions', title: t('Claimed conversions'), kind: 'count' },
  { name: 'conversion_value', title: t('Claimed revenue'), kind: 'money' },
  { name: 'roas', title: t('Claimed ROAS'), kind: 'ratio', is_ratio: true },
]

/** Answers of the engine do not describe the basis, because each kind of change has its own. */
const is_basis = (basis: unknown): basis is StoredBasis =>
  basis !== null && typeof basis === 'object' && 'figures' in basis && 'sources' in basis

export function Basis({ basis }: { basis: unknown }) {
  if (!is_basis(basis)) return null
  const { window, currency } = basis
  const known = figures().filter(({ name }) => name in basis.figures)
  return (
    <section>
      <div className={classes.head}>
        <h3 className={classes.title}>{t('Figures behind it')}</h3>
        <Freshness of={[basis]} />
      </div>
      {window && <p className={classes.quiet}>{span_text(window.from, window.to)}</p>}
      <Pairs>
        {known.map(({ name, kind, is_ratio, title }) => {
          const value = basis.figures[name] ?? null
          return (
            <Pair key={name} name={title}>
              <Figure value={value} kind={kind} currency={currency} trust={trust_of(value, basis, { is_ratio })} />
            </Pair>
          )
        })}
      </Pairs>
    </section>
  )
}
