// Days as an object of numbers, as some platforms write them.
import { z } from 'zod'

const parts = z.object({ year: z.number(), month: z.number(), day: z.number() })
const two = (number: number) => String(number).padStart(2, '0')

/** Read as YYYY-MM-DD. */
export const day_of_parts = parts.transform(({ year, month, day }) => [year, two(month), two(day)].join('-'))

export function parts_of_day(date: string): z.input<typeof parts> {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}
