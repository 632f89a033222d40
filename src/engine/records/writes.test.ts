// Guarantees of every write of a record, tested with boards, cards, pages and steps.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { type BoardApp, board_app } from '#test/board_app.ts'

let boards_app: BoardApp
let { app, ask, refused, make_board, make_card, history, changes_in_all } = {} as BoardApp
before(async () => {
  boards_app = await board_app()
  ;({ app, ask, refused, make_board, make_card, history, changes_in_all } = boards_app)
})
after(() => boards_app.app.close())
beforeEach(() => boards_app.clear())

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

suite('a new record', () => {
  test('has an id that sorts by time, its defaults, null for missing fields, and both times', async () => {
    const { created_at, updated_at, board_id, ...rest } = await make_board({ budget: 12.34, currency: 'EUR' })
    assert.match(board_id, UUID_V7)
    assert.equal(created_at, updated_at)
    assert.match(rest.made_by, /^key:/)
    assert.deepEqual(rest, {
      name: 'Launch',
      description: null,
      is_starred: false,
      budget: 12.34,
      currency: 'EUR',
      latest_card: null,
      made_by: rest.made_by,
      title: 'Launch (EUR)',
      secret: 'shown once for Launch',
    })
  })

  test('keeps arrays of words and of objects, and text with quotes, unchanged', async () => {
    const card = await make_card({ tags: ['a,b', '"c"', '{d}'], steps: [{ step: "it's" }, { step: '[x]' }] })
    assert.deepEqual(card.tags, ['a,b', '"c"', '{d}'])
    assert.deepEqual(card.steps, [{ step: "it's" }, { step: '[x]' }])
    const empty = await ask('update_card', { card_id: card.card_id, tags: [], steps: [] })
    assert.deepEqual([empty.tags, empty.steps], [[], []])
  })

  test('needs every field without a default and without null; the error names the missing one', async () => {
    await refused('create_board', {}, /^name: /)
    await refused('upsert_step', { share: 5 }, 'A new step needs label.')
    await refused('create_card', { title: 'x' }, /^board_id: /)
    assert.equal(await changes_in_all(), 0)
  })

  test('has its further effects in the same transaction, or nothing is stored', async () => {
    const card = await make_card()
    const board = await ask('get_board', { board_id: card.board_id })
    assert.equal(board.latest_card, 'Write')
    await app.db.query(`alter table test_boards add constraint short check (latest_card <> 'Fails')`)
    const answer = await app.rest('create_card', { board_id: card.board_id, title: 'Fails' }, { key: app.keys.acme })
    await app.db.query('alter table test_boards drop constraint short')
    assert.equal(answer.status, 500)
    assert.equal((await ask('list_cards', { board_id: card.board_id })).total, 1)
    assert.equal((await history('test_boards', board.board_id)).length, 2, 'made, and changed by the card that stayed')
  })
})

suite('a change', () => {
  test('changes only the given fields', async () => {
    const board = await make_board({ description: 'For us', is_starred: true })
    const changed = await ask('update_board', { board_id: board.board_id, name: 'Start' })
    const { secret: _, ...kept } = board
    assert.ok(changed.updated_at > board.updated_at)
    assert.deepEqual(changed, { ...kept, name: 'Start', title: 'Start', updated_at: changed.updated_at })
  })

  test('clears nullable fields by null, and refuses to clear the others', async () => {
    const { board_id } = await make_board({ description: 'For us', guide: 'Read it' })
    await ask('update_board', { board_id, description: null, guide: null })
    const { description, guide } = await ask('get_board', { board_id })
    assert.deepEqual([description, guide], [null, null])
    await refused('update_board', { board_id, name: null }, /^name: /)
    await refused('update_board', { board_id, is_starred: null }, /^is_starred: /)
  })

  test('needs at least one field', async () => {
    const { board_id } = await make_board()
    await refused(
      'update_board',
      { board_id },
      'There is nothing to change: give at least one of name, description, guide, is_starred, budget, currency.',
    )
  })

  test('that changes nothing writes no history and no new time', async () => {
    const board = await make_board({ budget: 10, currency: 'EUR' })
    const same = await ask('update_board', { board_id: board.board_id, name: 'Launch', budget: 10.0 })
    assert.equal(same.updated_at, board.updated_at)
    assert.equal((await history('test_boards', board.board_id)).length, 1)
  })

  test('is checked on the whole resulting record, not only on the given fields', async () => {
    const sentence = 'A board with a budget needs its currency.'
    await refused('create_board', { name: 'Launch', budget: 5 }, sentence)
    const { board_id } = await make_board({ budget: 5, currency: 'EUR' })
    await refused('update_board', { board_id, currency: null }, sentence)
    const both = await ask('update_board', { board_id, currency: null, budget: null })
    assert.deepEqual([both.currency, both.budget], [null, null])
  })

  test('with a value that must be unique is refused, for a new and for a changed record', async () => {
    const sentence = 'Another board has this name already. Give a different one.'
    const { board_id } = await make_board()
    await make_board({ name: 'Other' })
    await refused('create_board', { name: 'Other' }, sentence)
    await refused('update_board', { board_id, name: 'Other' }, sentence)
    await make_board({ name: 'Other' }, 'globex')
  })

  test('made concurrently by two calls keeps the last value, and the history shows both changes in order', async () => {
    const { board_id } = await make_board({ name: '0' })
    const names = Array.from({ length: 12 }, (_, at) => `name ${at}`)
    await Promise.all(names.map((name) => ask('update_board', { board_id, name })))
    const [, ...changes] = await history('test_boards', board_id)
    assert.deepEqual(changes.map(({ after }) => after.name).sort(), names.sort())
    const seen = ['0', ...changes.map(({ after }) => after.name)]
    assert.deepEqual(
      changes.map(({ before }) => before.name),
      seen.slice(0, -1),
    )
    assert.equal((await ask('get_board', { board_id })).name, seen.at(-1))
  })

  test('of different fields by concurrent calls keeps both', async () => {
    const { board_id } = await make_board()
    await Promise.all([
      ask('update_board', { board_id, name: 'New' }),
      ask('update_board', { board_id, description: 'New' }),
    ])
    const { name, description } = await ask('get_board', { board_id })
    assert.deepEqual([name, description], ['New', 'New'])
  })
})

suite('a record that is saved', () => {
  test('with an id is changed; without an id, it is created', async () => {
    const made = await ask('upsert_step', { label: 'First', share: 0.1 })
    assert.equal(made.is_new, true)
    const changed = await ask('upsert_step', { id: made.id, share: 12.5 })
    assert.deepEqual([changed.is_new, changed.label, changed.share], [false, 'First', 12.5])
    await refused('upsert_step', { id: made.id }, /^There is nothing to change/)
    assert.equal((await ask('query_steps', {})).total, 1)
  })

  test('by its own key is changed where it is, keeping what was not given', async () => {
    const made = await ask('write_page', { path: 'a/b', content: 'One', importance: 9 })
    const changed = await ask('write_page', { path: 'a/b', content: 'Two' })
    assert.deepEqual([made.is_new, changed.is_new, changed.page_id], [true, false, made.page_id])
    assert.deepEqual([changed.content, changed.importance], ['Two', 9])
    assert.equal((await ask('write_page', { path: 'a/c', content: 'x' })).importance, 5)
    await ask('write_page', { path: 'a/b', content: 'Theirs' }, 'globex')
    assert.equal((await ask('list_pages', {})).total, 2)
  })

  test('by its own key by many concurrent calls exists once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => ask('write_page', { path: 'same', content: `text ${at}` })),
    )
    assert.equal(new Set(answers.map(({ page_id }) => page_id)).size, 1)
    assert.equal(answers.filter(({ is_new }) => is_new).length, 1)
    assert.equal((await history('test_pages', answers[0].page_id)).length, 8)
  })

  test('by the key of a deleted record is a new record', async () => {
    const first = await ask('write_page', { path: 'a', content: 'One' })
    await ask('delete_page', { page_id: first.page_id })
    const second = await ask('write_page', { path: 'a', content: 'Two' })
    assert.equal(second.is_new, true)
    assert.notEqual(second.page_id, first.page_id)
  })
})

suite('bad input', () => {
  test('is named in the error, and nothing is stored', async () => {
    const { board_id, card_id } = await make_card()
    const before = await changes_in_all()
    await refused('create_card', { board_id, title: '' }, /^title: /)
    await refused('create_card', { board_id, title: 'x', status: 'late' }, /^status: /)
    await refused('create_card', { board_id, title: 'x', due_on: '2026-02-30' }, /^due_on: /)
    await refused('create_card', { board_id, title: 'x', card_id }, /'card_id' is not a parameter/)
    await refused('update_card', { card_id, deleted_at: null }, /'deleted_at' is not a parameter/)
    await refused('update_card', { card_id, org_id: app.globex.org_id }, /'org_id' is not a parameter/)
    await refused('create_board', { name: 'x', latest_card: 'x' }, /'latest_card' is not a parameter/)
    assert.equal(await changes_in_all(), before)
  })

  test('that only the database can detect is also reported as a sentence', async () => {
    const cannot = 'A value of this board cannot be stored: a number or date is out of range.'
    await refused('create_board', { name: 'x', budget: 1e15, currency: 'EUR' }, cannot)
    const { board_id } = await make_board()
    await refused('update_board', { board_id, budget: 1e15, currency: 'EUR' }, cannot)
  })
})

test('records that are created at the same time below one record are all created', async () => {
  const { board_id } = await make_board()
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, n) => ask('create_card', { board_id, title: `Card ${n}` })),
  )
  assert.equal(new Set(made.map(({ card_id }) => card_id)).size, 8)
})
