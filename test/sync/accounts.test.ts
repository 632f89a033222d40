// Which accounts a connection keeps: an account ends only when a complete list lacks it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answers, type Connection, open_small, type Small } from './small_platform.ts'

let small: Small
before(async () => {
  small = await open_small()
  small.at('2026-11-20T18:00:00Z')
})
after(() => small?.close())

async function read(place: Connection, accounts: Answers['accounts']) {
  small.answers = { lines: [], ads: [], accounts }
  small.wait(60)
  assert.equal((await place.sync()).end, 'succeeded')
  const stored = await place.ask<{ account: string }>(
    `select concat_ws(' ', account_id, state, reason) as account from connection_accounts where org_id = $1 order by 1`,
  )
  return stored.map(({ account }) => account)
}

const lines_requested = () => small.requests.filter((path) => path.startsWith('/lines')).length

test('an account that a complete list lacks has ended', async () => {
  const place = await small.connect('several')
  await read(place, [{ account_id: 'a' }, { account_id: 'b' }])
  assert.deepEqual(await read(place, [{ account_id: 'a' }]), ['a read', 'b gone The platform no longer lists it.'])
})

test('an account keeps its state and is read, while a part of the list is refused', async () => {
  const place = await small.connect('several')
  await read(place, [{ account_id: 'a' }, { account_id: 'b' }])
  const refused = { account_id: 'root', unreadable: 'No permission.', hides_others: true } as const
  assert.deepEqual(await read(place, [{ account_id: 'a' }, refused]), [
    'a read',
    'b read',
    'root skipped No permission.',
  ])
  const both = lines_requested()
  await read(place, [{ account_id: 'a' }])
  assert.equal(both, 2 * lines_requested(), 'of a and of b')
})

test('an account that the platform says is closed has ended, and its reason stays when it is not listed any more', async () => {
  const place = await small.connect('several')
  await read(place, [{ account_id: 'a' }, { account_id: 'b' }])
  const closed = { account_id: 'b', unreadable: 'It is closed.', is_closed: true } as const
  const kept = ['a read', 'b gone It is closed.']
  assert.deepEqual(await read(place, [{ account_id: 'a' }, closed]), kept)
  assert.deepEqual(await read(place, [{ account_id: 'a' }]), kept)
})

test('an account has a zone that Node and PostgreSQL read alike, or is not read', async () => {
  const place = await small.connect('several')
  const zones = ['America/Bogota', '-03:00', 'CET', '+05:30', 'Mars/Base']
  const stored = await read(
    place,
    zones.map((time_zone, at) => ({ account_id: String(at), time_zone })),
  )
  assert.deepEqual(stored, [
    '0 read',
    '1 read',
    '2 read',
    '3 skipped The platform names a time zone that is not known here: +05:30.',
    '4 skipped The platform names a time zone that is not known here: Mars/Base.',
  ])
  const rows = await place.ask<{ time_zone: string }>(
    'select time_zone from connection_accounts where org_id = $1 order by account_id',
  )
  assert.deepEqual(
    rows.map(({ time_zone }) => time_zone),
    ['America/Bogota', 'Etc/GMT+3', 'Europe/Brussels', 'UTC', 'UTC'],
  )
})

test('a zone that an earlier version stored is looked up again, also where the platform does not list the account', async () => {
  const place = await small.connect('several')
  const zones = { east: '+02:00', named: 'GMT+2', short: 'CET', unknown: 'Mars/Base', usual: 'America/Bogota' }
  const listed = Object.entries(zones).map(([account_id, time_zone]) => ({ account_id, time_zone }))
  const unlisted = { account_id: 'unlisted', time_zone: 'America/Lima' }
  const known = [...listed, unlisted].map(({ account_id }) => ({ account_id, time_zone: 'America/Bogota' }))
  await read(place, known)
  for (const { account_id, time_zone } of [...listed, { ...unlisted, time_zone: '-05:00' }])
    await place.ask(
      `update connection_accounts set time_zone = '${time_zone}' where org_id = $1 and account_id = '${account_id}' returning 1`,
    )
  const refused = { account_id: 'root', unreadable: 'No permission.', hides_others: true } as const
  const named = await read(place, [...listed, refused])
  assert.deepEqual(named, [
    'east read',
    'named skipped The platform names a time zone that is not known here: GMT+2.',
    'root skipped No permission.',
    'short read',
    'unknown skipped The platform names a time zone that is not known here: Mars/Base.',
    'unlisted read',
    'usual read',
  ])
  const rows = await place.ask<{ zone: string }>(
    `select concat_ws(' ', account_id, time_zone) as zone from connection_accounts where org_id = $1 and state = 'read' order by 1`,
  )
  assert.deepEqual(
    rows.map(({ zone }) => zone),
    ['east Etc/GMT-2', 'short Europe/Brussels', 'unlisted Etc/GMT+5', 'usual America/Bogota'],
  )
})

test('of accounts that nobody chose, only those that were read before are stored, so that nothing of others stays', async () => {
  const place = await small.connect('several')
  const choose = (ids?: string[]) =>
    place.ask(
      `update connections set settings = '${JSON.stringify({ account_ids: ids })}'::jsonb where org_id = $1 returning 1`,
    )
  await choose(['a', 'b'])
  const listed = ['a', 'b', 'c'].map((account_id) => ({ account_id }))
  assert.deepEqual(await read(place, listed), ['a read', 'b read'])
  await choose(['a'])
  const kept = ['a read', 'b skipped The settings of the connection name other accounts.']
  assert.deepEqual(await read(place, listed), kept)
  // As an older version stored it.
  await place.ask(`insert into connection_accounts (org_id, connection_id, account_id, name, time_zone, extra, seen_at, state, reason)
    select $1, connection_id, 'c', 'c', time_zone, extra, seen_at, state, reason from connection_accounts where org_id = $1 and account_id = 'b'`)
  assert.deepEqual(await read(place, listed), kept)
  await choose(['none'])
  assert.deepEqual(await read(place, listed), [
    'a skipped The settings of the connection name other accounts.',
    'b skipped The settings of the connection name other accounts.',
  ])
})
