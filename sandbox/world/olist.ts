// A store from real data: Olist's CSV files (Brazil, 2016-2018), or any sample in the same format. Times in the files are local times
// of São Paulo. Amounts are reais with at most two decimals, and stay exact.
import { createHash } from 'node:crypto'
import { group, once_per, type Row, table_reader } from './csv_tables.ts'
import { every_access } from './shop_access.ts'
import type { Changes, Customer, Instant, Order, OrderLine, Product, Shop, Store } from './types.ts'

const shop: Omit<Shop, 'created_at'> = {
  id: '20162018',
  name: 'Olist',
  domain: 'olist.myshopify.com',
  email: 'store@olist.example',
  currency: 'BRL',
  time_zone: 'America/Sao_Paulo',
  country_code: 'BR',
}
// The data set writes 'canceled'. Both statuses mark an order that was never paid out.
const voided: Record<string, Order['cancel_reason']> = {
  canceled: 'other',
  cancelled: 'other',
  unavailable: 'inventory',
}
const fulfilled = new Set(['delivered', 'shipped'])

/** The store in the CSV files below a folder. Throws a sentence when the files cannot be read. */
export function load_orders(dir: string, now: () => Instant, changes: Changes): Store {
  const table = table_reader(dir)
  const items = group(
    table('olist_order_items_dataset.csv', {
      key: ['order_id', 'order_item_id'],
      needs: ['product_id', 'price', 'freight_value'],
    }),
    'order_id',
  )
  const payments = group(
    table('olist_order_payments_dataset.csv', { key: ['order_id', 'payment_sequential'], optional: true }),
    'order_id',
  )
  const customers = read_customers(table('olist_customers_dataset.csv', { key: ['customer_id'], optional: true }))
  const products = read_products(
    table('olist_products_dataset.csv', { key: ['product_id'], optional: true }),
    table('product_category_name_translation.csv', { key: ['product_category_name'], optional: true }),
  )
  const all = table('olist_orders_dataset.csv', {
    key: ['order_id'],
    needs: ['order_status', 'order_purchase_timestamp'],
  })
    .map((row) => read_order(row, { items, payments, customers, products }))
    .sort((one, other) => one.created_at - other.created_at || (one.id < other.id ? -1 : 1))
  refuse_duplicates(all)
  const newest = all.at(-1)?.created_at ?? 0
  const created_at = all[0]?.created_at ?? now()
  const people = new Set(customers.values())
  const orders = once_per(
    () => `${changes.version}/${Math.min(now(), newest)}`,
    () => {
      const deleted = new Set(changes.deletions().map(({ id }) => id))
      const placed = all.filter((order) => order.created_at <= now() && !deleted.has(order.id))
      const current = placed.map((order) => ({ ...order, ...changes.order(order.id) }))
      count_orders(current, people)
      return current
    },
  )
  const sold = once_per(orders, () => sold_products(orders(), products))
  return {
    shop: { ...shop, created_at },
    access: every_access(),
    orders,
    products: () => changes.writes.over('sx', 'product', sold()),
    checkouts: () => [],
    customers: () => orders() && [...people].filter((person) => person.created_at > 0),
  }
}

// ---- one order ---------------------------------------------------------------------------------------------------------

interface Tables {
  items: Map<string, Row[]>
  payments: Map<string, Row[]>
  customers: Map<string, Customer>
  products: Products
}

function read_order(row: Row, { items: every_item, payments, customers, products }: Tables): Order {
  const status = row.order_status!
  const items = every_item.get(row.order_id!) ?? []
  const customer = customers.get(row.customer_id ?? '') ?? null
  const created_at = instant(row.order_purchase_timestamp!, row.order_id!)
  const steps = ['order_approved_at', 'order_delivered_carrier_date', 'order_delivered_customer_date']
  const updated_at = Math.max(
    created_at,
    ...steps.flatMap((step) => (row[step] ? [instant(row[step], row.order_id!)] : [])),
  )
  const lines = items.map((item) => read_line(item, products))
  const subtotal = sum(items, 'price')
  const shipping = sum(items, 'freight_value')
  const reason = voided[status]
  return {
    id: digits(row.order_id!),
    name: row.order_id!,
    created_at,
    updated_at,
    cancelled_at: reason ? updated_at : null,
    cancel_reason: reason ?? null,
    test: false,
    financial_status: reason ? 'voided' : 'paid',
    fulfillment_status: fulfilled.has(status) ? 'fulfilled' : 'unfulfilled',
    currency: shop.currency,
    presentment: { currency: shop.currency, rate: 1 },
    subtotal_cents: subtotal,
    discount_cents: 0,
    shipping_cents: shipping,
    tax_cents: 0,
    total_cents: subtotal + shipping,
    discount_codes: [],
    gateway: payments.get(row.order_id!)?.[0]?.payment_type ?? 'unknown',
    source_name: 'web',
    tags: [status],
    lines,
    refunds: [],
    customer,
    ship_to: customer?.place ?? null,
    journey: null,
  }
}

function read_line(item: Row, products: Products): OrderLine {
  const product_id = digits(item.product_id!)
  return {
    id: digits(`${item.order_id}/${item.order_item_id}`),
    product_id,
    variant_id: variant_of(product_id),
    sku: item.product_id!,
    title: products.title(item.product_id!),
    variant_title: null,
    quantity: 1,
    unit_price_cents: cents(item.price!, item.order_id!),
    discount_cents: 0,
  }
}

// ---- products and customers -------------------------------------------------------------------------------------------

interface Products {
  title(product_id: string): string
  category(product_id: string): string
}

function read_products(rows: Row[], translations: Row[]): Products {
  const english = new Map(translations.map((row) => [row.product_category_name!, row.product_category_name_english!]))
  const categories = new Map(rows.map((row) => [row.product_id!, row.product_category_name ?? '']))
  const category = (id: string) => {
    const name = categories.get(id) ?? ''
    return (english.get(name) ?? (name || 'product')).replaceAll('_', ' ')
  }
  // The data set contains no product names. The category and the start of the id identify a product.
  return { category, title: (id) => `${category(id)} ${id.slice(0, 8)}` }
}

/** Products that were sold, at the price of their latest sale. The data set contains no stock. */
function sold_products(orders: Order[], products: Products): Product[] {
  const sold = new Map<string, Product>()
  for (const order of orders)
    for (const line of order.lines) {
      const id = line.product_id!
      const before = sold.get(id)
      sold.set(id, {
        id,
        title: line.title,
        handle: line.title.replaceAll(' ', '-'),
        vendor: shop.name,
        type: products.category(line.sku!),
        status: 'active',
        tags: [],
        created_at: before?.created_at ?? order.created_at,
        updated_at: order.created_at,
        variants: [
          {
            id: variant_of(id),
            product_id: id,
            title: 'Default Title',
            sku: line.sku!,
            price_cents: line.unit_price_cents,
            compare_at_cents: null,
            cost_cents: null,
            stock: 0,
            stock_tracked: false,
          },
        ],
      })
    }
  return [...sold.values()]
}

function read_customers(rows: Row[]): Map<string, Customer> {
  const people = new Map<string, Customer>()
  const by_order = new Map<string, Customer>()
  for (const row of rows) {
    const person = row.customer_unique_id || row.customer_id!
    if (!people.has(person))
      people.set(person, {
        id: digits(person),
        // Anonymized: the data set contains neither names nor addresses.
        first_name: '',
        last_name: '',
        email: '',
        phone: null,
        place: {
          city: row.customer_city ?? '',
          province: row.customer_state ?? '',
          country_code: shop.country_code,
          zip: row.customer_zip_code_prefix ?? '',
        },
        accepts_marketing: false,
        created_at: 0,
        orders_count: 0,
        spent_cents: 0,
      })
    by_order.set(row.customer_id!, people.get(person)!)
  }
  return by_order
}

function count_orders(orders: Order[], people: Set<Customer>) {
  for (const person of people) Object.assign(person, { created_at: 0, orders_count: 0, spent_cents: 0 })
  for (const { customer, cancelled_at, created_at, total_cents } of orders) {
    if (!customer) continue
    customer.created_at ||= created_at
    if (cancelled_at !== null) continue
    customer.orders_count += 1
    customer.spent_cents += total_cents
  }
}

// ---- cells -------------------------------------------------------------------------------------------------------------

const amount = /^(\d+)(?:\.(\d{1,2})0*)?$/

/** Whole cents of '48.9', computed from digits, never through a float. */
function cents(text: string, order_id: string): number {
  const parts = amount.exec(text.trim())
  if (!parts) throw new Error(`Order ${order_id}: '${text}' is not an amount with at most two decimals.`)
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

const sum = (items: Row[], column: string) => items.reduce((all, item) => all + cents(item[column]!, item.order_id!), 0)

const clock = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d):(\d\d)$/
const hours = new Map<string, Instant>()

/** The instant of a local time in São Paulo. Each hour is looked up once. */
function instant(text: string, order_id: string): Instant {
  const parts = clock.exec(text.trim())
  if (!parts) throw new Error(`Order ${order_id}: '${text}' is not a time like '2018-03-27 18:00:43'.`)
  const hour = `${parts[1]}T${parts[2]}:00`
  let start = hours.get(hour)
  if (start === undefined) {
    start = Temporal.PlainDateTime.from(hour).toZonedDateTime(shop.time_zone).epochMilliseconds
    hours.set(hour, start)
  }
  return start + Number(parts[3]) * 60_000 + Number(parts[4]) * 1000
}

/** The shop vendor's ids are numbers: 52 bits of a hash, so that they are safe integers. */
const digits = (id: string) => String(Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 13), 16))
const variant_of = (product_id: string) => digits(`variant/${product_id}`)

function refuse_duplicates(orders: Order[]) {
  const seen = new Set<string>()
  for (const order of orders) {
    if (seen.has(order.id)) throw new Error(`Two orders have the same id ${order.id} (${order.name}).`)
    seen.add(order.id)
  }
}
