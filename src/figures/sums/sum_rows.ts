// Reads the rows that sums come in.
import { type Exact, exact } from '#domain/exact.ts'
import { unrated } from '#figures/figure.ts'
import type { FxUse } from '#figures/sums/fx.ts'
import { is_beside } from '#figures/sums/unknown_rows.ts'

export interface SumRow {
  [column: string]: unknown
  segment: number
  in_currency: string | null
  /** The rates of the whole statement, in one of its rows. */
  used_rates?: Parameters<FxUse['use']>[0]
}

interface RowReader<Name extends string> {
  /** Reads the sums of a row: money as whole 10^-12 units, counts as decimals, and the part of both without an exchange rate. What no row states is null. */
  sums: (row: SumRow) => Record<Name, Exact | null>
  /** Reads the same, and gives the exchange rates of the row to `fx`. */
  rated: (row: SumRow, fx: FxUse) => Record<Name, Exact | null>
}

/** Names are listed once, because an answer can have many thousand rows. */
export function row_reader<M extends string, C extends string>({
  money,
  counts,
}: {
  money: Record<M, unknown>
  counts: Record<C, unknown>
}): RowReader<M | C> {
  const [amounts, numbers] = [Object.keys(money), Object.keys(counts)]
  const without_rate = Object.keys({ ...money, ...counts }).map(unrated)
  const noted = amounts.filter((sum) => !is_beside(sum)).map((name) => ({ name, column: unrated(name) }))
  const text_of = (row: SumRow, name: string) => row[name] as string | null
  const sums = (row: SumRow) => {
    const found: Record<string, Exact | null> = {}
    for (const name of amounts) found[name] = row[name] === null ? null : BigInt(text_of(row, name)!)
    for (const name of numbers) found[name] = row[name] === null ? null : exact(text_of(row, name)!)
    for (const name of without_rate) {
      const text = text_of(row, name)
      const part = text === null ? 0n : exact(text)
      if (part !== 0n) found[name] = part
    }
    return found as Record<M | C, Exact | null>
  }
  const rated = (row: SumRow, fx: FxUse) => {
    fx.use(row.used_rates)
    for (const { name, column } of noted) {
      const text = text_of(row, column)
      if (text != null) fx.add({ name, segment: row.segment }, row.in_currency, BigInt(text))
    }
    return sums(row)
  }
  return { sums, rated }
}
