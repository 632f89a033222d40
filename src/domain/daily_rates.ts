// Reads a daily file of currency-api: rates of about 200 currencies for one euro, as JSON. The reader is strict: it rejects a whole file
// that differs from the format. It takes the digits from the text, so that no rate becomes a float.
import { z } from 'zod'
import { is_currency } from '#domain/money.ts'
import { type ReferenceRate, UnreadableRates } from '#domain/reference_rates.ts'

const file = z.object({ date: z.iso.date(), eur: z.record(z.string(), z.number().positive()) })
/** Fewer currencies are a partial file. */
const CURRENCIES_MIN = 50
const RATE = /"([a-z]{3})"\s*:\s*(\d{1,12}(?:\.\d{1,8})?)(?=\s*[,}])/g

/** Rates of ISO currencies. Metals, digital coins and rates with an exponent are skipped. */
export function read_daily_rates(json: string, date: string): ReferenceRate[] {
  const fault = (reason: string) => new UnreadableRates(`Daily rates of ${date}: ${reason}`)
  let content: unknown
  try {
    content = JSON.parse(json)
  } catch {
    throw fault('the file is no JSON')
  }
  const read = file.safeParse(content)
  if (!read.success) throw fault(`${read.error.issues[0]?.path.join('.')}: ${read.error.issues[0]?.message}`)
  if (read.data.date !== date) throw fault(`the file is of ${read.data.date}`)
  const rates = [...json.matchAll(RATE)].flatMap(([, name = '', per_eur = '']) => {
    const currency = name.toUpperCase()
    return currency !== 'EUR' && is_currency(currency) && Number(per_eur) > 0 ? [{ currency, date, per_eur }] : []
  })
  if (rates.length < CURRENCIES_MIN) throw fault(`there are only ${rates.length} currencies in it`)
  return rates
}
