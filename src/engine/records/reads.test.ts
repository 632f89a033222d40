// Reads and lists of records, restricted to the caller's organization.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { type BoardApp, board_app, type Found } from '#test/board_app.ts'

let boards_app: BoardApp
let { app, ask, refused, make_board, make_card, history, changes_in_all } = {} as BoardApp
before(async () => {
  boards_app = await board_app()
  ;({ app, ask, refused, make_board, make_card, history, changes_in_all } = boards_app)
})
after(() => boards_app.app.close())
beforeEach(() => boards_app.clear())

const NOBODYS_ID = '01980000-0000-7000-8000-000000000000'

suite('an unknown or invalid id', () => {
  const unknown = 'No board has this board_id. list_boards shows them.'

  test('gets the same error from every tool that takes it', async () => {
    const board_id = NOBODYS_ID
    await refused('get_board', { board_id }, unknown)
    await refused('update_board', { board_id, name: 'x' }, unknown)
    await refused('delete_board', { board_id }, unknown)
    await refused('create_card', { board_id, title: 'x' }, unknown)
    await refused('list_cards', { board_id }, unknown)
    await refused('upsert_step', { id: board_id, label: 'x' }, 'No step has this id. query_steps shows them.')
    assert.equal(await changes_in_all(), 0)
  })

  test('includes the id of another organization, for reads, writes and references', async () => {
    const card = await make_card()
    const { board_id, card_id } = card
    await refused('get_board', { board_id }, unknown, 'globex')
    await refused('update_board', { board_id, name: 'Taken' }, unknown, 'globex')
    await refused('delete_board', { board_id }, unknown, 'globex')
    await refused('list_cards', { board_id }, unknown, 'globex')
    await refused('create_card', { board_id, title: 'x' }, unknown, 'globex')
    await refused('delete_card', { card_id }, /^No card has this card_id\./, 'globex')
    const own = await make_board({ name: 'Own' }, 'globex')
    const theirs = await ask('create_card', { board_id: own.board_id, title: 'x' }, 'globex')
    await refused('update_card', { card_id: theirs.card_id, board_id }, unknown, 'globex')
    assert.equal((await ask('list_boards', {}, 'globex')).total, 1)
    assert.deepEqual(await history('test_boards', board_id, 'globex'), [])
    assert.equal((await ask('get_board', { board_id })).name, 'Launch')
  })

  test('that is no UUID is reported as an error of the input', async () => {
    for (const wrong of ['1', '', 'x'.repeat(10_000), null, {}, "' or 1=1"])
      await refused('get_board', { board_id: wrong }, /^board_id: /)
  })
})

suite('a list', () => {
  test('is ordered, counted, and states what it leaves out', async () => {
    for (const sort_order of [3, 1, 2]) await ask('upsert_step', { label: `step ${sort_order}`, sort_order })
    const two = await ask('query_steps', { limit: 2 })
    assert.deepEqual(
      two.steps.map(({ label }: Found) => label),
      ['step 1', 'step 2'],
    )
    assert.deepEqual([two.count, two.total, two.truncated, two.hint], [2, 3, true, 'Raise limit.'])
    const whole = await ask('query_steps', {})
    assert.deepEqual([whole.count, whole.total, whole.truncated, whole.hint], [3, 3, false, undefined])
  })

  test('of more than ten rows has the short rows that it declares, and says what they lack', async () => {
    for (let sort_order = 1; sort_order <= 11; sort_order++) await ask('upsert_step', { label: 'step', sort_order })
    const [ten, eleven] = [await ask('query_steps', { limit: 10 }), await ask('query_steps', {})]
    assert.ok('share' in ten.steps[0] && 'created_at' in ten.steps[0])
    assert.equal(ten.short_rows, undefined)
    assert.deepEqual(Object.keys(eleven.steps[10]), ['id', 'label', 'sort_order'])
    assert.match(eleven.short_rows, /^Rows are short, without share, created_at, updated_at\. .* lower limit/)
  })

  test('is newest first where the record says nothing else, and does without long fields', async () => {
    await make_board({ name: 'Old', guide: 'Long' })
    await make_board({ name: 'New' })
    const { boards: rows } = await ask('list_boards', {})
    assert.deepEqual(
      rows.map(({ name }: Found) => name),
      ['New', 'Old'],
    )
    assert.ok(!('guide' in rows[1]))
    assert.equal((await ask('get_board', { board_id: rows[1].board_id })).guide, 'Long')
  })

  test('applies its filters and its limits', async () => {
    await make_board({ name: 'Alpha', is_starred: true })
    await make_board({ name: 'Beta' })
    const names = async (input: object) => (await ask('list_boards', input)).boards.map(({ name }: Found) => name)
    assert.deepEqual(await names({ starred_only: true }), ['Alpha'])
    assert.deepEqual(await names({ starred_only: false }), ['Beta', 'Alpha'])
    assert.deepEqual(await names({ starts_with: 'B' }), ['Beta'])
    assert.deepEqual(await names({ starts_with: 'B', starred_only: true }), [])
    for (const limit of [0, 101, 1.5, '5']) await refused('list_boards', { limit }, /^limit: /)
    await refused('list_boards', { starts_with: 5 }, /^starts_with: /)
    const card = await make_card({ due_on: '2026-03-01' })
    assert.equal((await ask('list_cards', { board_id: card.board_id, status: 'todo' })).total, 1)
    assert.equal((await ask('list_cards', { board_id: card.board_id, status: 'done' })).total, 0)
    assert.equal((await ask('list_cards', { board_id: card.board_id, due_on: '2026-03-01' })).total, 1)
    await refused(
      'list_cards',
      { board_id: card.board_id, status: 'late' },
      /^status: must be one of todo, doing, done/,
    )
  })
})

test('an agent gets the same answers and errors through MCP as through REST', async () => {
  const agent = await app.mcp({ key: app.keys.acme })
  const call = async (name: string, input: Record<string, unknown>) => {
    const { isError, structuredContent, content } = await agent.callTool({ name, arguments: input })
    return isError ? JSON.parse((content[0] as { text: string }).text).error : structuredContent
  }
  const board = (await call('create_board', { name: 'By an agent' })) as Found
  const { secret: _, ...shown } = board
  assert.deepEqual(await call('list_boards', {}), { boards: [shown], count: 1, total: 1, truncated: false })
  assert.deepEqual((await ask('list_boards', {})).boards, [shown])
  assert.equal(((await call('update_board', { board_id: board.board_id, is_starred: true })) as Found).is_starred, true)
  const sentence = 'No board has this board_id. list_boards shows them.'
  assert.equal(await call('get_board', { board_id: NOBODYS_ID }), sentence)
  const { tools } = await agent.listTools()
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
  assert.equal(hints.delete_board?.destructiveHint, true)
  assert.equal(hints.list_boards?.readOnlyHint, true)
  assert.deepEqual([hints.update_board?.idempotentHint, hints.create_board?.idempotentHint ?? false], [true, false])
})
