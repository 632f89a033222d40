// Fields with their values, below the thing that has them.
import type { ReactNode } from 'react'
import classes from './approvals.module.css'
import { field_groups } from './field_words.ts'

export function FieldList({ names, value }: { names: readonly string[]; value: (field: string) => ReactNode }) {
  return (
    <div className={classes.groups}>
      {field_groups(names).map(({ title, fields }) => (
        <div key={title ?? ''}>
          {title !== undefined && <h4 className={classes.subtitle}>{title}</h4>}
          <dl className={classes.changes}>
            {fields.map(({ field, name }) => (
              <div key={field} className={classes.change}>
                <dt>{name}</dt>
                <dd>{value(field)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  )
}
