// What lies in a cart, in answers of tools of two areas.
import { z } from 'zod'
import { exact_micros, money_number } from '#domain/exact.ts'

export const cart_lines = z.array(z.looseObject({}).describe('title, quantity, price.'))

/** The stored lines, whose prices are micros, with prices in currency units. */
export const lines_on_wire = (lines: unknown, currency: string): Record<string, unknown>[] =>
  (Array.isArray(lines) ? lines : []).map(({ price, ...rest }: Record<string, unknown>) =>
    typeof price === 'number' && Number.isInteger(price)
      ? { ...rest, price: money_number(exact_micros(BigInt(price)), currency) }
      : rest,
  )
