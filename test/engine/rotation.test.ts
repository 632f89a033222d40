// Keys are rotated while Tablero runs. Secrets remain readable at every moment, and old keys are useless afterwards.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { rewrap_audit_key } from '#engine/audit/chain.ts'
import { verify_chain } from '#engine/audit/verify.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { load_secrets, rotate_data_key, seal, unseal } from '#engine/vendors/secrets.ts'
import { type TestApp, test_app } from '#test/app.ts'

let app: TestApp
let place: { org_id: string; connection_id: string }
const secrets = { access_token: 'shpat_rotation' }
before(async () => {
  app = await test_app({ seeded: false })
  const { org_id } = app.acme
  const connection_id = await in_org(app.engine.pool.worker, { org_id }, (db) =>
    create_connection(db, app.engine, {
      org_id,
      platform: 'sx',
      name: 'Shop',
      settings: { shop: 'a.myshopify.com' },
      secrets,
    }),
  )
  place = { org_id, connection_id }
  await app.rest('fixture_write', { full_name: 'Ada' }, { key: app.keys.acme })
})
after(() => app.close())

const load = (ring: Parameters<typeof load_secrets>[1]) =>
  in_org(app.engine.pool.worker, { org_id: place.org_id }, (db) => load_secrets(db, ring, place))

test('a master key is replaced in three steps, and secrets are readable at each step', async () => {
  const old_key = app.engine.master_key
  const both = { master_key: randomBytes(32), old_master_keys: [old_key] }
  assert.deepEqual(await load(both), secrets)
  const reading = Array.from({ length: 40 }, () => load(both))
  await in_org(app.engine.pool.worker, { org_id: place.org_id }, async (db) => {
    await rewrap_audit_key(db, both, place.org_id)
    await rotate_data_key(db, both, place.org_id)
  })
  for (const read of await Promise.all(reading)) assert.deepEqual(read, secrets)
  const fresh = { master_key: both.master_key }
  assert.deepEqual(await load(fresh), secrets)
  await assert.rejects(load({ master_key: old_key }), /not configured/)
  const verdict = await verify_chain(app.engine.pool, fresh, place.org_id)
  assert.equal(verdict.ok, true)
  assert.ok(verdict.calls > 0n)
})

test('a sealed value can be decrypted only in its own place and only unchanged', () => {
  const key = randomBytes(32)
  const sealed = seal(key, 'here', Buffer.from('secret'))
  assert.equal(unseal(key, 'here', sealed).toString(), 'secret')
  assert.throws(() => unseal(key, 'there', sealed))
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    assert.throws(() => unseal(key, 'here', changed), `byte ${at}`)
  }
})
