// The command `sync backfill` names what it could not read, and reads the rest.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { in_each_place } from '#engine/sync/places.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { read_again_and_print } from '../../src/cli/syncs.ts'
import { open_small, type Small } from './small_platform.ts'

let small: Small
before(async () => {
  small = await open_small()
  small.at('2026-11-20T18:00:00Z')
})
after(() => small?.close())

test('a connection that must be connected again or is refused is named and is a failure, and the next is read', async (context) => {
  const first = await small.connect('plain')
  const { org_id } = first
  const more = { org_id, platform: 'totaled', name: 'totaled', settings: {}, secrets: { key: 'other' } }
  const second = await in_org(small.engine.pool, { org_id }, (db) => create_connection(db, small.engine, more))
  const chosen = [
    { connection_id: first.connection_id, platform: 'plain' },
    { connection_id: second, platform: 'totaled' },
  ]
  const print = async () => {
    const notes = context.mock.method(console, 'error', () => undefined)
    context.mock.method(console, 'log', () => undefined)
    const is_complete = await read_again_and_print(small.engine, { org_id, from: '2026-11-01', chosen }, false)
    const lines = notes.mock.calls.map(({ arguments: [line] }) => String(line))
    context.mock.restoreAll()
    return { is_complete, text: lines.join('\n') }
  }
  const whole = await print()
  assert.equal(whole.is_complete, true)
  assert.doesNotMatch(whole.text, /could not/)
  const set = (needs_reconnection: boolean) =>
    first.ask(
      `update connections set needs_reconnection = ${needs_reconnection} where org_id = $1 and platform = 'plain'`,
    )
  await set(true)
  const ended = await print()
  assert.equal(ended.is_complete, false)
  assert.match(ended.text, new RegExp(`plain could not be read: it must be connected again.*${first.connection_id}`))
  assert.match(ended.text, / {2}totaled {2}days {2}Shop: read back to 2026-11-01/)
  await set(false)
  small.answers.is_denied = true
  const denied = await print()
  assert.equal(denied.is_complete, false)
  for (const platform of ['plain', 'totaled'])
    assert.match(denied.text, new RegExp(` {2}${platform} {2}days {2}Shop could not be read: .*no permission`))
  small.answers = { lines: [], ads: [], ends_with: { status: 401 } }
  const revoked = await print()
  assert.equal(revoked.is_complete, false)
  for (const platform of ['plain', 'totaled'])
    assert.match(revoked.text, new RegExp(` {2}${platform} could not be read: `))
})

const place = (name: string, account_id: string) => ({
  name,
  account: { account_id, name: account_id, time_zone: 'UTC' },
})
const places = [place('first', 'a'), place('second', 'a'), place('first', 'b')]

async function worked(refusal: VendorRefusal) {
  const done: string[] = []
  const refused: string[] = []
  const end = await in_each_place(
    places,
    async ({ name, account: { account_id } }) => {
      if (name === 'first' && account_id === 'a') throw refusal
      done.push(`${name} ${account_id}`)
    },
    ({ stream, account }) => refused.push(`${stream} ${account}`),
  ).then(
    () => 'done',
    (error) => error,
  )
  return { done, refused, end }
}

test('a refusal of one stream ends only this stream, and a limit of an account ends its other streams too', async () => {
  for (const kind of ['denied', 'refused', 'too_much', 'awaited', 'overdue'] as const)
    assert.deepEqual(await worked(new VendorRefusal(kind, 'no')), {
      done: ['second a', 'first b'],
      refused: ['first a'],
      end: 'done',
    })
  assert.deepEqual(await worked(new VendorRefusal('throttled', 'slow', 60, true)), {
    done: ['first b'],
    refused: ['first a', 'second a'],
    end: 'done',
  })
})

test('a refusal of the whole connection ends the reading', async () => {
  for (const kind of ['revoked', 'throttled', 'unavailable'] as const) {
    const refusal = new VendorRefusal(kind, 'no')
    assert.deepEqual(await worked(refusal), { done: [], refused: [], end: refusal })
  }
})
