// The history of a record after it was changed and deleted.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { type BoardApp, board_app } from '#test/board_app.ts'
import { boards } from '#test/board_area.ts'

let boards_app: BoardApp
let { app, ask, refused, make_board, make_card, history, changes_in_all } = {} as BoardApp
before(async () => {
  boards_app = await board_app()
  ;({ app, ask, refused, make_board, make_card, history, changes_in_all } = boards_app)
})
after(() => boards_app.app.close())
beforeEach(() => boards_app.clear())

suite('the history', () => {
  test('has who created, changed and deleted a record, with the old and new values of changed fields', async () => {
    const { board_id, made_by: actor } = await make_board({ description: 'For us' })
    await ask('update_board', { board_id, description: null, is_starred: true })
    await ask('delete_board', { board_id })
    assert.deepEqual(await history('test_boards', board_id), [
      { actor, before: null, after: { name: 'Launch', description: 'For us', is_starred: false } },
      {
        actor,
        before: { description: 'For us', is_starred: false },
        after: { description: null, is_starred: true },
      },
      { actor, before: { name: 'Launch', is_starred: true }, after: null },
    ])
  })

  test('names the call that made the change, as the record of the call does; a job’s change names none', async () => {
    const { board_id } = await make_board()
    const { org_id } = app.acme
    const by_job = { now: new Date(), enqueue: async () => {}, caller: { actor: 'job:test' }, request_id: null }
    await in_org(app.engine.pool.worker, { org_id }, (db) =>
      boards.update({ ...by_job, db }, board_id, { name: 'Changed' }),
    )
    const { rows } = await app.db.query(
      `select c.actor, a.tool, a.request_id is not null as is_a_call from record_changes c
       left join audit_log a on a.org_id = c.org_id and a.request_id = c.request_id
       where c.record_id = $1 order by c.changed_at`,
      [board_id],
    )
    assert.match(rows[0].actor, /^key:/)
    assert.deepEqual([rows[0].tool, rows[0].is_a_call], ['create_board', true])
    assert.deepEqual(rows[1], { actor: 'job:test', tool: null, is_a_call: false })
  })

  test('cannot be rewritten by a call', async () => {
    const { org_id } = app.acme
    const { board_id } = await make_board()
    const writes = [
      (db: Database) => db.deleteFrom('record_changes').where('record_id', '=', board_id).execute(),
      (db: Database) => db.updateTable('record_changes').set({ actor: 'nobody' }).execute(),
    ]
    for (const write of writes)
      await assert.rejects(
        in_org(app.engine.pool.worker, { org_id }, (db): Promise<unknown> => write(db)),
        /permission denied/,
      )
  })

  test('is written exactly when the change is', async () => {
    const { board_id } = await make_board()
    await app.db.query(`alter table record_changes add constraint short check (after ->> 'name' <> 'Fails')`)
    const answer = await app.rest('update_board', { board_id, name: 'Fails' }, { key: app.keys.acme })
    await app.db.query('alter table record_changes drop constraint short')
    assert.equal(answer.status, 500)
    assert.equal((await ask('get_board', { board_id })).name, 'Launch')
  })
})

suite('a deletion', () => {
  test('answers the id; a second deletion gets the error for an unknown id', async () => {
    const { board_id } = await make_board()
    assert.deepEqual(await ask('delete_board', { board_id }), { board_id, deleted: true })
    await refused('delete_board', { board_id }, 'No board has this board_id. list_boards shows them.')
    assert.equal((await app.db.query('select from test_boards')).rowCount, 0)
  })

  test('by several concurrent calls happens once', async () => {
    const { board_id } = await make_board()
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.rest('delete_board', { board_id }, { key: app.keys.acme })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
    assert.equal((await history('test_boards', board_id)).length, 2)
  })

  test('of a record to which others belong is refused, and no history is written', async () => {
    const { board_id } = await make_card()
    const before = await changes_in_all()
    await refused('delete_board', { board_id }, 'Other records still belong to this board. Delete those first.')
    assert.equal(await changes_in_all(), before)
  })

  test('where rows are kept hides the record from every tool, and leaves the row', async () => {
    const { card_id, board_id } = await make_card()
    await ask('delete_card', { card_id })
    const unknown = 'No card has this card_id. list_cards shows them.'
    await refused('delete_card', { card_id }, unknown)
    await refused('update_card', { card_id, title: 'x' }, unknown)
    assert.equal((await ask('list_cards', { board_id })).total, 0)
    const { rows } = await app.db.query('select deleted_at from test_cards where card_id = $1', [card_id])
    assert.ok(rows[0].deleted_at)
  })

  test('while another record is assigned to it leaves no record without its parent', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { board_id } = await make_board({ name: `round ${round}` })
      const [made, deleted] = await Promise.all([
        app.rest('create_card', { board_id, title: 'x' }, { key: app.keys.acme }),
        app.rest('delete_board', { board_id }, { key: app.keys.acme }),
      ])
      assert.deepEqual([made.status, deleted.status].sort(), [200, 400], JSON.stringify([made.body, deleted.body]))
    }
  })
})

test('a write that is retried with its idempotency key happens once', async () => {
  const send = () =>
    app.app.server.inject({
      method: 'POST',
      url: '/api/v1/create_board',
      headers: {
        authorization: `Bearer ${app.keys.acme}`,
        'content-type': 'application/json',
        'idempotency-key': 'one',
      },
      payload: JSON.stringify({ name: 'Once' }),
    })
  const [first, second] = [await send(), await send()]
  assert.equal(first.statusCode, 200, first.body)
  assert.equal(JSON.parse(first.body).result.board_id, JSON.parse(second.body).result.board_id)
  assert.equal(await changes_in_all(), 1)
})
