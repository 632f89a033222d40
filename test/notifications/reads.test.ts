// Notifications in lists and on open pages: of the organization, in its language, and read by each person for themselves.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { key_of, read_unread } from '#engine/events/unread.ts'
import { end_cause } from '#engine/notifications/notify.ts'
import { mark_read } from '#engine/notifications/reads.ts'
import { restored, stored } from '#engine/notifications/stored.ts'
import { as_money, listed_by, message, quoted } from '#messages/message.ts'
import { text_of } from '#messages/render.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { open_stream, user_id_of, viewer } from '#test/event_streams.ts'
import { type Notice, tell_in } from '#test/notice_bench.ts'
import { add_member, call_as_member, new_team, refusal_of, result_of, type Team } from '#test/people.ts'
import { until } from '#test/until.ts'

let app: TestApp
before(async () => {
  app = await test_app({ seeded: false })
})
after(() => app.close())

const tell = (team: Pick<Team, 'org_id'>, notice: Notice = {}) => tell_in(app, team, notice, new Date())
const unread_of = async (team: Team) => result_of(await team.ask('list_notifications', { unread_only: true }))

suite('a notification', () => {
  test('is read by each person for themselves, and by a viewer too', async () => {
    const team = await new_team(app)
    const user_id = await add_member(app.db, { org_id: team.org_id, role: 'viewer' })
    const as_viewer = (tool: string, input: object) =>
      call_as_member(app.engine, tool, input, { org_id: team.org_id, role: 'viewer', user_id })
    const notification_id = await tell(team)
    await tell(team)
    assert.deepEqual(result_of(await as_viewer('mark_own_notifications', { notification_id })), { marked: 1 })
    assert.deepEqual(result_of(await as_viewer('mark_own_notifications', { notification_id })), { marked: 0 })
    const own = result_of(await as_viewer('list_notifications', {}))
    assert.deepEqual([own.unread, own.total], [1, 2])
    assert.equal((await unread_of(team)).total, 2)
    assert.ok(!(await as_viewer('mark_notification_read', { all: true })).ok)
  })

  test('is read by the owner of a key together with the key, and by a key without owner alone', async () => {
    const team = await new_team(app)
    await tell(team)
    const of_owner = result_of(
      await team.ask('create_api_key', { name: 'own', scopes: ['notifications:read', 'notifications:write'] }),
    )
    const { key } = await app.key(team.org_id)
    assert.equal((await app.rest('mark_notification_read', { all: true }, { key })).body.result.marked, 1)
    assert.equal((await unread_of(team)).unread, 1)
    assert.equal((await app.rest('mark_notification_read', { all: true }, { key: of_owner.key })).body.result.marked, 1)
    assert.equal((await unread_of(team)).unread, 0)
  })

  test('that came after the beginning of a call that marks all stays unread', async () => {
    const team = await new_team(app)
    await tell(team)
    const now = new Date()
    await tell_in(app, team, {}, new Date(now.getTime() + 1))
    const marked = await in_org(app.engine.pool, team, (db) => mark_read(db, { reader: `user:${team.admin}`, now }))
    assert.deepEqual([marked, (await unread_of(team)).total], [1, 1])
  })

  test('is marked by id or with all, and by nobody of another organization', async () => {
    const team = await new_team(app)
    const other = await new_team(app)
    const notification_id = await tell(team)
    const both = [{}, { all: false }, { notification_id, all: true }]
    for (const input of both)
      assert.match(refusal_of(await team.ask('mark_notification_read', input)), /either notification_id or all/)
    const unknown = refusal_of(await team.ask('mark_notification_read', { notification_id: randomUUID() }))
    assert.equal(refusal_of(await other.ask('mark_notification_read', { notification_id })), unknown)
    assert.equal(result_of(await other.ask('mark_notification_read', { all: true })).marked, 0)
    assert.equal(result_of(await other.ask('list_notifications')).total, 0)
    assert.equal((await unread_of(team)).total, 1)
  })

  test('whose cause has ended counts as unread nowhere, and stays in the list as not read', async () => {
    const team = await new_team(app)
    await tell(team)
    await tell(team, { cause: 'a change' })
    assert.deepEqual([(await unread_of(team)).unread, (await unread_of(team)).total], [2, 2])
    await in_org(app.engine.pool, team, (db) => end_cause(db, { cause: 'a change', at: new Date() }))
    const left = await unread_of(team)
    assert.deepEqual([left.unread, left.total], [1, 1])
    const page = result_of(await team.ask('list_own_notifications', { unread_only: true }))
    assert.deepEqual([page.unread, page.notifications.length], [1, 1])
    const all = result_of(await team.ask('list_notifications'))
    assert.deepEqual([all.total, all.notifications.filter((one: { is_read: boolean }) => one.is_read).length], [2, 0])
    const place = { org_id: team.org_id, user_id: team.admin }
    assert.equal((await read_unread(app.engine.pool, [place])).get(key_of(place))?.unread, 1)
  })

  test('is listed by module, newest first, with as many as were asked for', async () => {
    const team = await new_team(app)
    for (const [text, module] of [
      ['a', 'ads'],
      ['b', 'seo'],
      ['c', 'ads'],
    ] as const)
      await tell(team, { text, module })
    const ads = result_of(await team.ask('list_notifications', { module: 'ads' }))
    assert.deepEqual(
      ads.notifications.map(({ title }: { title: string }) => title),
      ['c.', 'a.'],
    )
    const one = result_of(await team.ask('list_notifications', { limit: 1 }))
    assert.deepEqual([one.count, one.total, one.truncated], [1, 3, true])
    assert.match(refusal_of(await team.ask('list_notifications', { limit: 201 })), /200/)
    assert.match(refusal_of(await team.ask('list_notifications', { module: 'nothing' })), /tareas/)
  })

  test('is listed a page at a time with its text, each once, and of the organization alone', async () => {
    const team = await new_team(app)
    const other = await new_team(app)
    const of_other = await tell(other)
    const at = new Date()
    // Two at the same instant, between which a page ends.
    for (const text of ['a', 'b', 'c']) await tell_in(app, team, { text, module: 'ads' }, at)
    await tell_in(app, team, { text: 'd', module: 'seo' }, new Date(at.getTime() + 1))
    const page = async (input: object) => result_of(await team.ask('list_own_notifications', { limit: 2, ...input }))
    const first = await page({})
    const second = await page({ before: first.next_before })
    const seen = [...first.notifications, ...second.notifications]
    assert.deepEqual(new Set(seen.map(({ title }: { title: string }) => title)), new Set(['a.', 'b.', 'c.', 'd.']))
    assert.deepEqual(
      [first.notifications[0].text, first.unread, second.next_before, 'total' in first.notifications[0]],
      ['More about d.', 4, null, false],
    )
    const read = first.notifications[1].notification_id
    result_of(await team.ask('mark_own_notifications', { notification_id: read }))
    const left = await page({ module: 'ads', unread_only: true })
    assert.deepEqual([left.notifications.length, left.next_before, left.unread], [2, null, 3])
    assert.deepEqual((await page({ before: of_other })).notifications, [])
  })

  test('is written in the language of the organization, also when that changes later', async () => {
    const team = await new_team(app)
    const about = message('notification.access_ends.title', { connection: 'Tienda', days: 7 })
    assert.equal(
      text_of(restored(JSON.parse(stored(about))), { language: 'es', currency: 'MXN' }),
      'El acceso a Tienda termina en 7 días',
    )
    await app.db.query(`update orgs set language = 'pt' where org_id = $1`, [team.org_id])
    await in_org(app.engine.pool, team, (db) =>
      db
        .insertInto('notifications')
        .values({
          ...{ module: 'conexiones', kind: 'test', severity: 'info', created_at: new Date().toISOString() },
          ...{ title: stored(about), text: stored(message('notification.access_ends.text')) },
        })
        .execute(),
    )
    await app.settled(
      async () => (await unread_of(team)).notifications[0].title === 'O acesso a Tienda termina em 7 dias',
    )
  })

  test('keeps messages with every kind of value, and shows one whose key no longer exists', () => {
    const nested = message('sentences', {
      sentences: listed_by(' ', [
        message('sentence', { text: as_money(12.5, 'MXN') }),
        message('sentence', { text: quoted('x') }),
      ]),
    })
    const reader = { language: 'en', currency: 'MXN' } as const
    assert.equal(text_of(restored(JSON.parse(stored(nested))), reader), text_of(nested, reader))
    assert.equal(text_of(restored({ key: 'is.gone', values: {} }), reader), 'is.gone')
  })
})

test('an open page learns what is unread, and that it was read elsewhere, and only of its own organizations', async () => {
  const team = await new_team(app)
  const other = await new_team(app)
  const email = `${randomUUID()}@example.com`
  const browser = await viewer(app, email, [team.org_id])
  const stream = await open_stream(app, browser, [team.org_id])
  const notices = () => stream.events.filter(({ event }) => event === 'notifications').map(({ data }) => data)
  try {
    await until(() => notices().length === 1)
    const newest_id = await tell(team)
    await tell(other)
    await until(() => notices().length === 2)
    const user_id = await user_id_of(app, email)
    const member = { org_id: team.org_id, role: 'viewer' as const, user_id }
    result_of(await call_as_member(app.engine, 'mark_own_notifications', { all: true }, member))
    await until(() => notices().length === 3)
    assert.deepEqual(notices(), [
      { org_id: team.org_id, unread: 0, newest_id: null },
      { org_id: team.org_id, unread: 1, newest_id },
      { org_id: team.org_id, unread: 0, newest_id },
    ])
  } finally {
    stream.close()
  }
})
