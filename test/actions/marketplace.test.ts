// Answers to questions and texts of listings at marketplace A: its rules, its moderation, and what is read after a write.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { mpa } from '#connectors/mpa/index.ts'
import type { Listing, MarketQuestion } from '../../sandbox/world/types.ts'
import { rows_by_table } from '../vendors/rows.ts'
import { open_shop, reason_of } from './rules.ts'

describe('marketplace A', () => {
  let shop: Awaited<ReturnType<typeof open_shop>>
  before(async () => {
    shop = await open_shop(mpa, 'mpa')
  })
  after(() => shop?.close())

  const market = () => shop.sandbox.world.markets.ml
  const set = (id: string, fields: Partial<Listing>) => shop.sandbox.world.writes.change('mpa', `listing ${id}`, fields)
  const listings = (status: Listing['status'] = 'active') =>
    market()
      .listings()
      .filter((one) => one.status === status)
  const open_questions = (status: Listing['status'] = 'active') =>
    market()
      .questions()
      .filter((one: MarketQuestion) => one.answered_at === null && !one.is_banned && one.listing.status === status)
      .reverse()
  const text = 'Sí, hay envío a Mérida.'

  test('a question is answered with one write, once, and a later sync brings the answer', async () => {
    const [question] = open_questions()
    const plan = await shop.plan('answer_question', { question_id: question!.id, text })
    assert.deepEqual(plan.differences, [{ field: 'answer', before: null, after: text }])
    assert.match(shop.warnings(plan).join(' '), /given once.*can hide them/)
    const { settled, inverse } = await shop.change('answer_question', { question_id: question!.id, text })
    assert.deepEqual([settled, inverse, shop.writes().length], [['done'], undefined, 1])
    assert.match(await shop.refused('answer_question', { question_id: question!.id, text }), /answered already/)
    const source = { api: shop.api, account: shop.account, since: '2026-01-01T00:00:00Z' }
    const { marketplace_questions: rows } = await rows_by_table(mpa.streams.questions, source)
    assert.equal(rows!.find(({ question_id }) => question_id === question!.id)!.answer, text)
  })

  test('an answer with contact data, or longer than 2,000 characters, is refused', async () => {
    const question_id = open_questions()[0]!.id
    for (const contact of ['mira https://x.mx', 'escribe a ana@correo.mx', 'llama al 55 1234-5678', 'wa.me/52551'])
      assert.match(await shop.refused('answer_question', { question_id, text: contact }), /contact data/, contact)
    for (const fine of ['Cuesta $1,250.00 y mide 30 x 40 cm.', 'Llega en 3-5 días.', 'Tenemos 12 piezas'])
      await shop.plan('answer_question', { question_id, text: fine })
    await assert.rejects(shop.plan('answer_question', { question_id, text: 'x'.repeat(2_001) }), /2000/)
  })

  test('questions that are banned, closed, under review, of paused listings, or of nobody are refused', async () => {
    const refusal_of = (question_id: string) => shop.refused('answer_question', { question_id, text })
    const banned = market()
      .questions()
      .find(({ is_banned }) => is_banned)!
    assert.match(await refusal_of(banned.id), /has hidden the question/)
    assert.match(await refusal_of('1'), /has no question 1/)
    const old = open_questions().find(({ asked_at }) => asked_at < shop.sandbox.clock.now() - 230 * 86_400_000)!
    assert.match(await refusal_of(old.id), /has no question/)
    const question = open_questions()[1]!
    for (const [status, says] of [
      ['closed', /is closed/],
      ['under_review', /checks the listing/],
      ['paused', /is paused. Activate it/],
    ] as const) {
      set(question.listing.id, { status })
      assert.match(await refusal_of(question.id), says)
    }
    set(question.listing.id, { status: 'active' })
  })

  test('a text that the marketplace hides afterwards is not the approved one', async () => {
    const question = open_questions()[1]!
    const { writes } = shop.sandbox.world
    writes.next({ delay_s: 20 })
    const { settled } = await shop.change('answer_question', { question_id: question.id, text })
    assert.deepEqual(settled, ['not_done'])
    shop.sandbox.clock.advance(21_000)
    const step = mpa.actions!.answer_question!.steps as unknown as { look: (source: object) => Promise<unknown> }[]
    const look = () => step[0]!.look({ api: shop.api, account: shop.account, input: { question_id: question.id } })
    assert.deepEqual(await look(), { values: { answer: text } })
    writes.change('mpa', `question ${question.id}`, { is_answer_banned: true })
    assert.deepEqual(await look(), { values: { answer: '' } })
  })

  test('title and description are two writes, and the inverse restores both', async () => {
    const listing = listings().find(({ description }) => description)!
    set(listing.id, { sold: 0 })
    const input = { listing_id: listing.id, title: 'Taza de barro', description: 'Hecha en Oaxaca.\nMide 9 cm.' }
    const writes = shop.writes().length
    const { settled, inverse } = await shop.change('change_listing_texts', input)
    assert.deepEqual([settled, shop.writes().length - writes], [['done', 'done'], 2])
    assert.deepEqual(inverse!.input, { listing_id: listing.id, title: listing.title, description: listing.description })
    assert.deepEqual((await shop.change(inverse!.action, inverse!.input)).settled, ['done', 'done'])
    const { marketplace_listings: rows } = await rows_by_table(mpa.streams.listings, {
      api: shop.api,
      account: shop.account,
    })
    assert.equal(rows!.find(({ listing_id }) => listing_id === listing.id)!.title, listing.title)
  })

  test('a first description is made, and cannot be undone', async () => {
    const listing = listings().find(({ description }) => description === undefined)!
    const input = { listing_id: listing.id, description: 'Mide 9 cm.' }
    const { settled, inverse } = await shop.change('change_listing_texts', input)
    assert.deepEqual([settled, inverse], [['done'], undefined])
    assert.equal(shop.writes().at(-1)!.method, 'POST')
    await shop.change('change_listing_texts', { ...input, description: 'Mide 10 cm.' })
    assert.equal(shop.writes().at(-1)!.method, 'PUT')
  })

  test('frozen titles, long titles, titles with stock and descriptions with HTML are refused', async () => {
    const [sold, free, family] = listings().slice(0, 3)
    set(sold!.id, { sold: 3 })
    set(free!.id, { sold: 0 })
    set(family!.id, { sold: 0, family_name: 'Taza' })
    const refusal_of = (listing: Listing, texts: object) =>
      shop.refused('change_listing_texts', { listing_id: listing.id, ...texts })
    assert.match(await refusal_of(sold!, { title: 'Otra' }), /has sales \(3\)/)
    assert.match(await refusal_of(family!, { title: 'Otra' }), /family name 'Taza'/)
    assert.match(await refusal_of(free!, { title: 'x'.repeat(61) }), /at most 60 characters. This one has 61/)
    assert.match(await refusal_of(free!, { title: 'Taza en stock' }), /must not name the stock/)
    assert.match(await refusal_of(free!, { description: '<b>Taza</b>' }), /plain text/)
    await shop.plan('change_listing_texts', { listing_id: sold!.id, description: 'Medidas: 3 < 4' })
    for (const status of ['closed', 'under_review', 'inactive', 'payment_required', 'not_yet_active'] as const) {
      set(sold!.id, { status })
      assert.match(await refusal_of(sold!, { description: 'Otra' }), new RegExp(`is ${status}`))
    }
    set(sold!.id, { status: 'active' })
    assert.match(await refusal_of({ ...sold!, id: 'MLM1' }, { title: 'x' }), /has no listing MLM1/)
  })

  test('what the marketplace refuses is named with its cause, and nothing is written', async () => {
    const [listing] = listings()
    const send = (path: string, body: object, method: 'PUT' | 'POST' = 'PUT') =>
      shop.write({ path, method, body }, async () => {})
    set(listing!.id, { sold: 5 })
    const frozen = await send(`/items/${listing!.id}`, { title: 'Otra' })
    assert.match(String(reason_of(frozen)), /Validation error: Title of item/)
    const twice = market()
      .questions()
      .find(({ answered_at }) => answered_at !== null)!
    const answered = await send('/answers', { question_id: Number(twice.id), text }, 'POST')
    assert.match(String(reason_of(answered)), /is not unanswered/)
    market().access.may_write = false
    const denied = await send(`/items/${listing!.id}/description`, { plain_text: 'x' })
    assert.deepEqual([denied.is, reason_of(denied)], ['refused', 'Unauthorized scopes: write'])
    market().access.may_write = true
  })
})
