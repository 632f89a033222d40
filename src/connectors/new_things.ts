// Each field of a new thing is declared once: as people read it before a yes, and as the platform shows it afterwards. So nothing is sent
// that nobody has seen, and nothing that the platform shows is left uncompared.
import type { ActionValue, Difference } from '#engine/action.ts'

export interface NewField<Sent> {
  /** Name without its thing: `landing_page`. */
  name: string
  /** As people read it. null: nothing is sent. */
  sent: (of: Sent) => string | null
  /** As the platform shows it. Undefined, or no function: the platform does not show it. */
  shown?: (found: Fields) => ActionValue | undefined
  is_amount?: true
}

/** A thing of the platform. A key that it does not have is a field that the platform does not show. */
type Fields = Record<string, unknown>

export const new_differences = <Sent>(
  fields: readonly NewField<Sent>[],
  of: Sent,
  { thing, step = thing, currency }: { thing: string; step?: string; currency: string | undefined },
): Difference[] =>
  fields.flatMap(({ name, sent, is_amount }) => {
    const after = sent(of)
    if (after === null) return []
    return [{ step, field: `${thing}.${name}`, before: null, after, ...(is_amount && { currency }) }]
  })

export const new_values = <Sent>(fields: readonly NewField<Sent>[], thing: string, found: Fields) =>
  Object.fromEntries(
    fields.flatMap(({ name, shown }): [string, ActionValue][] => {
      const value = shown?.(found)
      return value === undefined ? [] : [[`${thing}.${name}`, value]]
    }),
  )

/** A value that is the same for every new thing. */
export const always = (value: string) => () => value

/** A list without an order of its own: an item a line. */
export const lines = (items: readonly string[]): string => (items.length === 0 ? 'none' : items.toSorted().join('\n'))

/** The value at a path below a field that the platform shows. null: it has none. */
export const at =
  (...path: [string, ...string[]]) =>
  (found: Fields): ActionValue | undefined => {
    if (!Object.hasOwn(found, path[0])) return undefined
    const value = path.reduce<unknown>((now, name) => (now as Fields | null | undefined)?.[name], found)
    return Array.isArray(value) ? lines(value.map(String)) : value == null ? null : String(value)
  }

/** Items of lists have a line each, so that two of them cannot look like three. */
export const is_one_line = (text: string): boolean => !/[\n\r]/.test(text)
