import { sql } from 'kysely'
import { z } from 'zod'
import { limit, listed } from '#engine/lists.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { total_field, with_total } from '#figures/sources/totals.ts'
import type { Step } from '#figures/subjects/funnel.ts'
import { message } from '#messages/message.ts'
import { property_of } from './property.ts'

/** Characters of an id that a caller gives. Ids of properties have nine or ten digits. */
const ID_CHARS_MAX = 50

/** Both sides are of the days that know both steps. */
const rate = <Of extends Step, Before extends Step>(of: Of, before: Before) =>
  f.ratio(`Events ${of} divided by events ${before}; can be above 1.`, f.beside(of, before), f.beside(before, of))
const sums = f.figures({
  view_item: f.count('Events view_item: an item was shown.'),
  add_to_cart: f.count('Events add_to_cart.'),
  begin_checkout: f.count('Events begin_checkout.'),
  purchase: f.count('Events purchase.'),
  add_to_cart_rate: rate('add_to_cart', 'view_item'),
  begin_checkout_rate: rate('begin_checkout', 'add_to_cart'),
  purchase_rate: rate('purchase', 'begin_checkout'),
})
const of_day = f.figures({
  view_item_users: f.count('Different people with view_item.'),
  add_to_cart_users: f.count('Different people with add_to_cart.'),
  begin_checkout_users: f.count('Different people with begin_checkout.'),
  purchase_users: f.count('Different people with purchase.'),
})

const days = listed(
  'days',
  z.strictObject({ date: own_text(), ...sums.fields, ...of_day.fields }),
  'Ask for fewer days, or raise limit.',
  'Newest first.',
  { short: { fields: ['date', 'view_item', 'add_to_cart', 'begin_checkout', 'purchase'] } },
)

export const query_gx4_funnel = tool({
  about:
    'Funnel of one web analytics property: events and users of view_item, add_to_cart, begin_checkout and purchase, by day, with step rates.',
  keywords: {
    es: 'embudo de conversión GA4 pasos en qué paso se van vieron producto agregaron al carrito iniciaron pago compraron no compraron',
    en: 'conversion funnel GA4 steps where do people drop off viewed product add to cart begin checkout purchased not buying',
    pt: 'funil de conversão GA4 etapas em que etapa saem viram produto adicionaram ao carrinho iniciaram pagamento compraram não compraram',
  },
  scopes: ['analytics:read'],
  effect: 'read',
  input: {
    ...f.dates,
    property_id: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(ID_CHARS_MAX, `must be at most ${ID_CHARS_MAX} characters`)
      .refine((given) => !given.includes('\0'), 'must not contain a NUL character')
      .optional()
      .describe('Needed when several properties are connected.'),
    limit: limit(50),
  },
  result: {
    ...f.period_fields,
    property_id: platform_word().nullable().describe('null: no property is read.'),
    property: outside_text().nullable(),
    totals: z
      .strictObject({ ...sums.fields, ...of_day.fields })
      .describe('Of all days. Users of several days are null, because people of days do not add up.'),
    ...days.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { limit: 7 },
  async run({ property_id, limit, ...dates }, context) {
    const { currency } = context.org
    const period = f.period_of(dates, context)
    const property = await property_of(context, property_id)
    const of_property = property ? sql`f.property_id = ${property.property_id}` : undefined
    const { found, shared } = await f.answer(
      context,
      period,
      { found: { of: f.funnel, where: of_property, by: { date: sql`f.date` } } },
      [message('funnel.events_not_paths')],
    )
    const unknown_users = { current: null, previous: null }
    const newest = found.lines.toReversed().slice(0, limit)
    return {
      property_id: property?.property_id ?? null,
      property: property?.name ?? null,
      totals: {
        ...sums.values(found, currency),
        ...of_day.values(period.current.days === 1 ? found : unknown_users, currency),
      },
      ...with_total(
        days.of(
          newest.map((line) => ({
            date: String(line.key.date),
            ...sums.values(line, currency),
            ...of_day.values(line, currency),
          })),
          found.total,
        ),
        found.current,
      ),
      ...shared,
    }
  },
})
