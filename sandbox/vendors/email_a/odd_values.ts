// Free-form values as integrations of real accounts send them. Klaviyo accepts any JSON in `properties` and `event_properties`.

type Fields = Record<string, unknown>

const amounts = [null, '1,234.50', '1.234,50', 'free', '1,234', [12], {}, '99999999999999999999', true]
const currencies = [null, '$', 'usd', 'EURO', 7, ['USD'], '', undefined]
const texts = [null, 7, '\u0000 Ana 🪔', [], {}, '<p>x</p>'.repeat(131_072), false]
const wholes = [[], null, 'none', 0]

/** Replaces free-form values of a record. `at` numbers the records, so that each form appears. */
export function odd_values(record: unknown, at: number) {
  const { type, attributes = {} } = record as { type?: string; attributes?: Fields }
  const pick = <Of>(of: Of[]) => of[at % of.length]
  if (type === 'profile') {
    attributes.properties = at % 2 ? pick(wholes) : { $source: pick(texts) }
    attributes.location = at % 3 ? attributes.location : pick(wholes)
  }
  if (type !== 'event') return
  const properties = attributes.event_properties as Fields
  if (at % 7 === 0) attributes.event_properties = pick(wholes)
  else if (at % 7 === 1) properties.$extra = pick(wholes)
  else {
    properties.$value = pick(amounts)
    properties.$value_currency = pick(currencies)
    properties.$event_id = pick(texts)
    const { line_items } = (properties.$extra ?? {}) as { line_items?: Fields[] }
    for (const [n, line] of line_items?.entries() ?? [])
      Object.assign(line, {
        title: texts[(at + n) % 5],
        quantity: pick(amounts),
        price: amounts[(at + n) % amounts.length],
      })
  }
}
