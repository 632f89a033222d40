// Answers of a mocked API for the page of the marketplace, in each of its states. Lists of more than ten rows have short rows, as the tools do.
import {
  all_alike,
  connections,
  FAULT,
  LIMITED,
  lacking,
  many,
  partial_window,
  provenance,
  type Size,
  WINDOW,
} from '#test/answers_of/ads.ts'
import { type Answers, type Mocked, ok } from '#test/dashboard.ts'
import { states as base_states, module_off } from '#test/dashboard_answers.ts'

const WHOLE_ROWS_MAX = 10
const account = 'Casa Lumbre mpa'
const moment = (number: number) => new Date(Date.UTC(2026, 5, 27, 20) - number * 3_600_000).toISOString()
const list = <T extends object, W extends object>(rows: readonly (T & { whole: W })[], { rows: size }: Size) => {
  const is_short = rows.length > WHOLE_ROWS_MAX
  return {
    rows: rows.map(({ whole, ...row }) => (is_short ? row : { ...row, ...whole })),
    length: {
      ...{ count: rows.length, total: size === 1_000 ? 2_400 : rows.length, truncated: size === 1_000 },
      ...(size === 1_000 && { hint: 'Narrow with search or status.' }),
      ...(is_short && { short_rows: 'Rows are short.' }),
    },
  }
}

const listing = (number: number) => ({
  ...{
    listing_id: `MLM${2_000 + number}`,
    title: `Tapete de lana ${number + 1}`,
    status: number ? 'active' : 'closed',
  },
  ...{ price: number === 1 ? null : 890.5 + number, currency: 'MXN', stock: number === 2 ? 0 : 12 },
  ...{ sold: number === 3 ? null : 120 - number, visits: number === 2 ? null : 1_240 + number },
  whole: {
    ...{ account, sku: `TAP-${number}`, category: 'MLM1574', url: null },
    can_change: number ? ['description', 'price', 'stock'] : [],
    cannot_change: number ? 'The title is frozen, because the listing has sales.' : 'The listing is closed.',
  },
})

/** The tool itself filters, by title and id. */
const listings =
  (size: Size) =>
  ({ body }: { body: unknown }): Mocked => {
    const { search = '' } = body as { search?: string }
    const wanted = search.toLowerCase()
    const found = many(size.rows, listing).filter(({ title, listing_id }) =>
      [title, listing_id].some((text) => text.toLowerCase().includes(wanted)),
    )
    const { rows, length } = list(found, size)
    return ok({ listings: rows, ...length, ...provenance(['mpa'], size.is_partial ? lacking : {}) })
  }

export const market_totals = {
  ...{
    orders: 412,
    revenue: 512_300.5,
    refunds: 8_120.25,
    net_revenue: 504_180.25,
    fees: 76_845.08,
    payout: 427_335.17,
  },
}

const order = (number: number) => ({
  ...{ order_id: String(20_000_000 + number), ordered_at: moment(number) },
  ...{ status: number === 1 ? 'voided' : 'sold', total: 1_250.5 + number, fees: number === 2 ? null : 187.58 },
  ...{ refunded: 0, payout: number === 2 ? null : 1_062.92 + number, currency: 'MXN' },
  whole: {
    order_ids: number ? [String(20_000_000 + number)] : ['30000001', '30000002'],
    ...{ account, statuses: [number === 1 ? 'cancelled' : 'paid'], shipping: 99.5, buyer: '7001' },
    lines: [{ listing_id: 'MLM2001', title: 'Tapete de lana 2', sku: null, quantity: 2, price: 625.25 }],
  },
})

const orders =
  (size: Size) =>
  ({ body }: { body: unknown }): Mocked => {
    const { status: asked } = body as { status?: string }
    const found = many(size.rows, order).filter(({ status }) => asked === undefined || status === asked)
    const { rows, length } = list(found, size)
    const unknown = { orders: null, revenue: null, refunds: null, net_revenue: null, fees: null, payout: null }
    return ok({
      ...{ window: size.is_partial ? partial_window : WINDOW, currency: 'MXN' },
      ...{ totals: size.is_partial ? unknown : market_totals, orders: rows, ...length },
      ...provenance(['mpa'], size.is_partial ? lacking : {}),
    })
  }

const question = (status: string) => (number: number) => ({
  ...{
    question_id: `q${number}`,
    question: number === 2 ? '' : `¿Tienen en azul? ${number}`,
    asked_at: moment(number),
  },
  ...{ age_hours: 16 + number, listing_id: 'MLM2001', listing: number === 1 ? null : 'Tapete de lana 2' },
  can_be_answered: status !== 'unanswered' || number === 2 ? false : number === 1 ? null : true,
  whole: {
    ...{ status, listing_status: number === 1 ? null : 'active', account },
    ...(status === 'answered'
      ? { answer: 'Sí, en azul.', answered_at: moment(0) }
      : { answer: null, answered_at: null }),
  },
})

const questions =
  (size: Size) =>
  ({ body }: { body: unknown }): Mocked => {
    const { rows, length } = list(many(size.rows, question((body as { status: string }).status)), size)
    return ok({ questions: rows, ...length, ...provenance(['mpa'], size.is_partial ? lacking : {}) })
  }

const answers = (size: Size): Answers => ({
  ...base_states.data,
  list_connections: connections(['mpa']),
  list_mpa_listings: listings(size),
  list_mpa_orders: orders(size),
  list_mpa_questions: questions(size),
})

const READS = ['list_mpa_listings', 'list_mpa_orders', 'list_mpa_questions']

export const marketplace_states = {
  data: answers({ rows: 8 }),
  most: answers({ rows: 1_000 }),
  partial: answers({ rows: 8, is_partial: true }),
  empty: answers({ rows: 0 }),
  none: { ...answers({ rows: 0 }), list_connections: connections(['sx', 'mpb_sp']) },
  off: { ...answers({ rows: 0 }), list_connections: connections([]), ...module_off('module_mpa') },
  loading: { ...answers({ rows: 8 }), ...all_alike(READS, { is_silent: true }) },
  error: { ...answers({ rows: 8 }), ...all_alike(READS, FAULT) },
  '429': { ...answers({ rows: 8 }), ...all_alike(READS, LIMITED) },
  offline: { ...answers({ rows: 8 }), ...all_alike(READS, { is_offline: true }) },
} satisfies Record<string, Answers>
