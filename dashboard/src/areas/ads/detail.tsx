// One row in a drawer: every figure with its trust, what the platform says of it, and the address that opens it again.
import { Button, CopyButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyText } from '../../components/copy_text.tsx'
import { Drawer } from '../../components/drawer.tsx'
import { Figure } from '../../components/figure.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import { days_text } from '../../lib/period_words.ts'
import { FatigueScore } from './ad_table.tsx'
import classes from './ads.module.css'
import { type AdList, type AdRow, ad_figures, ad_trust } from './rows.ts'

interface DetailProps {
  /** Undefined: the answer does not have the row of the address. */
  row: AdRow | undefined
  list: AdList
  close: () => void
  children: ReactNode
}

export function Detail({ row, list, close, children }: DetailProps) {
  return (
    <Drawer title={row?.name ?? t('Not in this list')} close={close}>
      <div className={classes.detail}>
        {row ? (
          <Facts row={row} list={list} />
        ) : (
          <p className={classes.quiet}>{t('The row of this address has no figures in the period.')}</p>
        )}
        {children}
        <CopyAddress />
      </div>
    </Drawer>
  )
}

function Facts({ row, list }: { row: AdRow; list: AdList }) {
  return (
    <>
      {list.window && <p className={classes.quiet}>{days_text(list.window)}</p>}
      <Pairs>
        {ad_figures().map(({ name, title, kind, is_ratio }) => {
          const value = row[name]
          return (
            value !== undefined && (
              <Pair key={name} name={title}>
                <Figure
                  value={value}
                  kind={kind}
                  currency={kind === 'money' ? list.currency : undefined}
                  trust={ad_trust(value, list, { kind, is_ratio })}
                />
              </Pair>
            )
          )
        })}
        {row.fatigue_score !== undefined && (
          <Pair name={t('Fatigue')}>
            <FatigueScore score={row.fatigue_score} />
          </Pair>
        )}
      </Pairs>
      <Pairs>
        {row.status && <Pair name={t('Status')}>{row.status}</Pair>}
        {row.account && <Pair name={t('Account')}>{row.account}</Pair>}
        {row.own_id && (
          <Pair name={t('Id')}>
            <CopyText text={row.own_id} label={t('Copy the id')} />
          </Pair>
        )}
      </Pairs>
    </>
  )
}

const CopyAddress = () => (
  <CopyButton value={location.href}>
    {({ copied, copy }) => (
      <Button variant="default" onClick={copy}>
        {copied ? t('Copied') : t('Copy the address')}
      </Button>
    )}
  </CopyButton>
)
