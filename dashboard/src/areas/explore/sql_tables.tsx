// The tables that a statement can read, with their columns. A press starts a statement over the table.
import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import classes from './explore.module.css'
import type { Catalog } from './question.ts'

type Table = Catalog['sql_tables'][number]

export function SqlTables({ tables, insert }: { tables: readonly Table[]; insert: (table: string) => void }) {
  const [name, choose] = useState(
    tables.find(({ table }) => table === 'store_orders')?.table ?? tables[0]?.table ?? null,
  )
  const chosen = tables.find(({ table }) => table === name)
  return (
    <section className={classes.tables} aria-label={t('Tables')}>
      <Select
        label={t('Tables')}
        searchable
        nothingFoundMessage={t('Nothing has this name.')}
        data={tables.map(({ table }) => table)}
        value={name}
        onChange={choose}
      />
      {chosen && (
        <>
          {chosen.description && (
            <p className={classes.quiet} lang="en">
              {chosen.description}
            </p>
          )}
          <Button variant="default" size="xs" onClick={() => insert(chosen.table)}>
            {t('Write a statement over it')}
          </Button>
          <dl className={classes.columns} aria-label={t('Columns')} tabIndex={0}>
            {chosen.columns.map(({ column, type, description }) => (
              <div key={column} className={classes.column}>
                <dt>
                  {column} <span className={classes.quiet}>{type}</span>
                </dt>
                {description !== '' && <dd lang="en">{description}</dd>}
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  )
}
