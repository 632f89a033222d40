// Rows of an answer: lines of a part, each with the keys by which the part was summed and with figures.
import { z } from 'zod'
import type { Figure, figures } from '#figures/figure.ts'

type FigureSet<D extends Record<string, Figure>> = ReturnType<typeof figures<D>>
type Line<D extends Record<string, Figure>> = Parameters<FigureSet<D>['values']>[0] & {
  key: Record<string, string | null | undefined>
}

/** Declares rows with these keys and figures. `row` is the schema of one row. `of` makes rows of lines, which have keys of the same names. */
export function rows_by<const Keys extends z.ZodRawShape, D extends Record<string, Figure>>(
  keys: Keys,
  shown: FigureSet<D>,
) {
  const row = z.strictObject({ ...keys, ...shown.fields })
  const names = Object.keys(keys)
  return {
    row,
    of: (lines: readonly Line<D>[], currency: string) =>
      lines.map((line) => {
        const made: Record<string, unknown> = {}
        for (const name of names) made[name] = line.key[name] ?? null
        return Object.assign(made, shown.values(line, currency))
      }) as unknown as z.input<typeof row>[],
  }
}
