import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { z } from 'zod'
import { LIMIT_MAX, limit, listed, ROWS_BYTES_MAX, search_text, WHOLE_ROWS_MAX } from '#engine/lists.ts'
import { short_text } from '#lib/text.ts'

const orders = listed('orders', z.strictObject({ order_id: z.string() }), 'Ask for fewer days.', 'Newest first.')
const result = z.strictObject(orders.fields)
const rows = (count: number, length = 5) =>
  Array.from({ length: count }, (_, at) => ({ order_id: String(at).padEnd(length, 'x') }))

test('a complete list gives no hint, and has only its own fields', () => {
  const answer = orders.of(rows(2), 2n)
  assert.deepEqual(result.parse(answer), { orders: rows(2), count: 2, total: 2, truncated: false })
  assert.deepEqual(orders.of([], 0), { orders: [], count: 0, total: 0, truncated: false })
  assert.equal(result.shape.orders.description, 'Newest first.')
})

test('a list with more rows than were read states how many there are and how to see them', () => {
  const answer = result.parse(orders.of(rows(2), 7n))
  assert.deepEqual(answer, { orders: rows(2), count: 2, total: 7, truncated: true, hint: 'Ask for fewer days.' })
})

test('rows beyond the byte limit are left out, and the answer states it', () => {
  const answer = result.parse(orders.of(rows(100, 1_000), 100))
  assert.ok(Buffer.byteLength(JSON.stringify(answer.orders)) <= ROWS_BYTES_MAX + 2)
  assert.ok(answer.count > 40 && answer.count < 48)
  assert.deepEqual([answer.total, answer.truncated, answer.hint], [100, true, 'Ask for fewer days.'])
  assert.equal(orders.of(rows(1, ROWS_BYTES_MAX), 1).count, 0, 'a row that never fits is left out; the limit holds')
})

test('rows of few bytes and many tokens are left out, and rows of ordinary words are not', () => {
  const of = (text: (at: number) => string) =>
    orders.of(
      Array.from({ length: 600 }, (_, at) => ({ order_id: text(at) })),
      600,
    )
  const id = (at: number) => createHash('sha512').update(String(at)).digest('base64url').slice(0, 44)
  const few = of(id)
  assert.ok(few.truncated && few.count < 550, `${few.count} rows`)
  assert.ok(encode(JSON.stringify(few)).length < 20_000)
  const words = 'a lamp of the shop for the next garden party'
  assert.equal(words.length, id(0).length)
  assert.equal(of(() => words).count, 600)
})

test('rows that carry the total count pass it to the list and do not show it', () => {
  const found = rows(2).map((row) => ({ ...row, total: 9n }))
  assert.deepEqual(orders.of_counted(found), orders.of(rows(2), 9))
  assert.deepEqual(orders.of_counted([]), orders.of([], 0))
})

test('a limit is a whole number from 1 to its maximum, with a default', () => {
  const field = limit(50)
  assert.equal(field.parse(undefined), 50)
  assert.equal(field.parse(LIMIT_MAX), LIMIT_MAX)
  for (const wrong of [0, -1, 1.5, LIMIT_MAX + 1, '5', null]) assert.ok(!field.safeParse(wrong).success, String(wrong))
  assert.ok(!limit(5, 10).safeParse(11).success)
})

test('search text is trimmed and not empty', () => {
  const field = search_text('Part of a name.')
  assert.equal(field.parse('  ana '), 'ana')
  for (const wrong of ['  ', '', 'a\0b', 'x'.repeat(201)]) assert.ok(!field.safeParse(wrong).success)
})

test('a list that does not fit shows shorter rows, in their longest form that fits, before it leaves out rows', () => {
  const to = (chars: number) => (row: { text: string }) => ({ text: short_text(row.text, chars) })
  const texts = listed('texts', z.strictObject({ text: z.string() }), 'Ask for fewer.', undefined, {
    shorter: [to(300), to(30)],
  })
  const of = (count: number) =>
    texts.of(
      Array.from({ length: count }, () => ({ text: 'é'.repeat(1_000) })),
      count,
    )
  assert.equal(of(20).texts[0]?.text.length, 1_000)
  assert.deepEqual([of(60).count, of(60).truncated], [60, false])
  assert.equal(of(60).texts[0]?.text, `${'é'.repeat(300)}… (shortened)`)
  assert.equal(of(200).texts[0]?.text, `${'é'.repeat(30)}… (shortened)`)
  assert.ok(of(2_000).truncated && of(2_000).count < 2_000)
})

test('a truncated list ends with a row for the rest, and a complete list does not', () => {
  const rest = (shown: number) => ({ order_id: `others after ${shown}` })
  assert.deepEqual(orders.of(rows(2), 7, rest).orders.at(-1), { order_id: 'others after 2' })
  assert.deepEqual([orders.of(rows(2), 7, rest).count, orders.of(rows(2), 7, rest).truncated], [3, true])
  assert.deepEqual(orders.of(rows(2), 2, rest).orders, rows(2))
})

test('a list of more than ten rows has short rows and says so, and a list of ten has whole rows', () => {
  const row = z.strictObject({ id: z.string(), shop: z.string(), note: z.string(), visits: z.array(z.string()) })
  const list = listed('things', row, 'Ask for fewer.', undefined, {
    short: {
      fields: ['id', 'visits'],
      differing: ['shop'],
      of: (thing) => ({ ...thing, visits: thing.visits.slice(-1) }),
    },
  })
  const schema = z.strictObject(list.fields)
  const of = (count: number, shop: (at: number) => string) =>
    schema.parse(
      list.of(
        Array.from({ length: count }, (_, at) => ({ id: `${at}`, shop: shop(at), note: 'n', visits: ['a', 'b'] })),
        count,
      ),
    )
  const whole = of(WHOLE_ROWS_MAX, () => 'one')
  assert.deepEqual(whole.things[0], { id: '0', shop: 'one', note: 'n', visits: ['a', 'b'] })
  assert.equal(whole.short_rows, undefined)
  const short = of(WHOLE_ROWS_MAX + 1, () => 'one')
  assert.deepEqual(short.things[0], { id: '0', visits: ['b'] }, 'the only shop is not repeated in every row')
  assert.match(short.short_rows!, /at most 10 rows has whole rows/)
  assert.deepEqual(of(WHOLE_ROWS_MAX + 1, String).things[3], { id: '3', shop: '3', visits: ['b'] })
})

test('short rows keep long fields while all of them are small, and the sentence names what they lack', () => {
  const row = z.strictObject({ id: z.string(), tag: z.string(), link: z.string(), note: z.string() })
  const things = listed('things', row, 'Ask for fewer.', undefined, {
    short: { fields: ['id'], while_small: ['tag', 'link'] },
  })
  const schema = z.strictObject(things.fields)
  const of = (count: number, link: string, tag = 't') => {
    const all = Array.from({ length: count }, (_, at) => ({ id: `${at}`, tag, link, note: 'n' }))
    return schema.parse(things.of(all, count))
  }
  const few = of(20, 'https://shop.example/1')
  assert.deepEqual(Object.keys(few.things[0]!), ['id', 'tag', 'link'])
  assert.match(few.short_rows!, /^Rows are short, without note\. A list of at most 10 rows has whole rows/)
  const long = createHash('sha512').update('link').digest('hex')
  const many = of(200, long)
  assert.deepEqual(many.things[0], { id: '0', tag: 't' })
  assert.match(many.short_rows!, /without link, note\./)
  assert.deepEqual(of(200, long, long).things[0], { id: '0' })
  assert.equal(of(WHOLE_ROWS_MAX, long, long).things[0]!.link, long)
})

test('the sentence about short rows names a limit only where the tool has one', () => {
  const row = z.strictObject({ id: z.string(), note: z.string() })
  const things = Array.from({ length: WHOLE_ROWS_MAX + 1 }, (_, at) => ({ id: `${at}`, note: 'n' }))
  const short = { fields: ['id'] as const }
  const of = (has_limit?: boolean) => listed('things', row, 'Ask for fewer.', undefined, { short, has_limit })
  assert.match(of().of(things, things.length).short_rows!, /lower limit/)
  assert.doesNotMatch(of(false).of(things, things.length).short_rows!, /limit|ask for/)
})

test('an answer never shows more rows than it could of rows that lack a field', () => {
  const goods = listed(
    'goods',
    z.strictObject({ id: z.string(), kind: z.string(), text: z.string().optional() }),
    'Ask for fewer.',
    undefined,
    { short: { fields: ['id', 'text'], differing: ['kind'] } },
  )
  const found = Array.from({ length: 900 }, (_, at) => ({
    id: `id ${at} ${'x'.repeat(at % 40)}`,
    kind: `kind ${at % 2}`,
  }))
  for (const text of ['', '1.5', 'A lamp of the shop.', 'x'.repeat(300)]) {
    const answer = goods.of(
      found.map((row) => ({ ...row, text })),
      found.length,
    )
    assert.ok(answer.count < found.length && goods.shown_max(found) >= answer.count)
  }
  assert.equal(goods.shown_max(found.slice(0, 5)), 5)
})
