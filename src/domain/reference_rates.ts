// Reads the European Central Bank's files of reference rates: daily, last 90 days, and whole history, all in one format.
// The reader is strict: it rejects a whole file that differs from the format, so that a partial page never becomes a rate.
import sax, { type QualifiedTag } from 'sax'

export interface ReferenceRate {
  currency: string
  /** The day the rate was published. */
  date: string
  /** Units of the currency for one euro, as published. */
  per_eur: string
}

const ENVELOPE = { name: 'Envelope', uri: 'http://www.gesmes.org/xml/2002-08-01' }
const CUBE = { name: 'Cube', uri: 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref' }
// Envelope > Cube > Cube[time] > Cube[currency, rate]
const DAY_DEPTH = 2
const RATE_DEPTH = 3

const DATE = /^\d{4}-\d\d-\d\d$/
const CURRENCY = /^[A-Z]{3}$/
const RATE = /^\d{1,10}(\.\d{1,8})?$/

/** The file is not what the European Central Bank publishes; the message says where. */
export class UnreadableRates extends Error {
  override name = 'UnreadableRates'
}

export function read_reference_rates(xml: string): ReferenceRate[] {
  const parser = sax.parser(true, { xmlns: true })
  const rates = new Map<string, ReferenceRate>()
  const fault = (reason: string) => new UnreadableRates(`Reference rates, line ${parser.line + 1}: ${reason}`)
  let depth = 0
  let date = ''

  parser.onerror = (error) => {
    throw fault(error.message.split('\n')[0] ?? 'not well-formed')
  }
  parser.ondoctype = () => {
    throw fault('a document type is not expected')
  }
  parser.onopentag = (tag) => {
    const { local, uri, attributes } = tag as QualifiedTag
    const text = (name: string) => attributes[name]?.value ?? ''
    if (depth === 0 && (local !== ENVELOPE.name || uri !== ENVELOPE.uri)) throw fault(`<${local}> is not an envelope`)
    if (local === CUBE.name && uri === CUBE.uri) {
      if (depth === DAY_DEPTH) date = checked(text('time'), is_date, 'time', fault)
      if (depth === RATE_DEPTH) {
        const currency = checked(text('currency'), (value) => CURRENCY.test(value), 'currency', fault)
        const per_eur = checked(text('rate'), (value) => RATE.test(value) && Number(value) > 0, 'rate', fault)
        const key = `${currency} ${date}`
        if (rates.has(key)) throw fault(`${currency} is there twice for ${date}`)
        rates.set(key, { currency, date, per_eur })
      }
      if (depth > RATE_DEPTH || depth === 0) throw fault('<Cube> is nested in a way that is not known')
    } else if (depth >= DAY_DEPTH && date !== '') {
      throw fault(`<${local}> is not expected among the rates`)
    }
    depth += 1
  }
  parser.onclosetag = () => {
    depth -= 1
  }
  parser.write(xml).close()
  if (rates.size === 0) throw fault('there are no rates in it')
  return [...rates.values()]
}

function checked(value: string, is_good: (value: string) => boolean, name: string, fault: (reason: string) => Error) {
  if (!is_good(value)) throw fault(`'${value.slice(0, 40)}' is no ${name}`)
  return value
}

function is_date(value: string): boolean {
  return DATE.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value)
}
