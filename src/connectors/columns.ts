// A vendor's record, declared once: our name of each value, the vendor's field, and how the field is read.
import { z } from 'zod'

/** A field below others is a path, such as 'stats.activeCount'. */
export type Columns = Readonly<Record<string, readonly [field: string, read: z.ZodType]>>
export type Named<C extends Columns> = { [Name in keyof C]: z.output<C[Name][1]> }

type Fields = Readonly<Record<string, unknown>>

export function columns<const C extends Columns>(of: C) {
  const pairs = Object.entries(of)
  const record = z.object(Object.fromEntries(Object.values(of)))
  const named = (found: Fields) => Object.fromEntries(pairs.map(([name, [field]]) => [name, found[field]])) as Named<C>
  return {
    /** By the vendor's fields, for requests that name them. */
    record,
    fields: Object.keys(record.shape),
    named,
    /** By our names. */
    schema: z
      .looseObject({})
      .transform((found, { addIssue }) => {
        const issue = (path: string) => addIssue({ code: 'custom', path: [path], message: 'is no object' })
        return Object.fromEntries(pairs.map(([, [field]]) => [field, at(found, field, issue)]))
      })
      .pipe(record)
      .transform(named),
  }
}

/** The value at a path. `issue` gets a path whose value has no fields. */
const at = (found: unknown, path: string, issue: (path: string) => void) =>
  path.split('.').reduce<unknown>((below, name, depth, names) => {
    if (below === undefined) return undefined
    if (typeof below === 'object' && below !== null && !Array.isArray(below)) return (below as Fields)[name]
    issue(names.slice(0, depth).join('.'))
    return undefined
  }, found)
