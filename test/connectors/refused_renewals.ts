// A token that is not renewed, although the person's consent has not ended: nobody is asked to connect again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandbox_connections } from '../../sandbox/connections.ts'
import type { Place, Tools } from './real_answers.ts'

export function refused_renewals(few: Tools & { fresh(): Promise<Place>; read(of: Place): Promise<void> }) {
  const { now, reset, read, run_of, connection } = few

  test('when the secret of the app has ended, nobody is asked to connect again', async (context) => {
    const { bench, connector, platform } = now()
    const { refresh } = connector.auth
    if (!refresh || connector.auth.secrets.shape.refresh_token?.isOptional())
      return context.skip('no app renews the token')
    const place = await few.fresh()
    const { request } = refresh
    refresh.request = (secrets, settings) => request({ ...secrets, client_secret: 'secret-that-ended' }, settings)
    try {
      bench.sandbox.tokens.expire(platform)
      const { end, run_id } = await bench.sync(place)
      assert.equal(end, 'failed')
      assert.match((await run_of(place, run_id)).error ?? '', /no longer accepts the app/)
      assert.equal((await connection(place)).needs_reconnection, false)
    } finally {
      refresh.request = request
    }
    await read(place)
  })

  // A firewall of the platform answers 403 (Mercado Libre, page "Error 403", 2026-06), and a shop that is not paid for 402.
  test('when the platform cannot renew a token now, nobody is asked to connect again', async (context) => {
    const { bench, connector, platform } = now()
    const { secrets, settings } = sandbox_connections.find((one) => one.platform === platform)!
    const renewal = connector.auth.refresh?.request(secrets, settings)
    if (!renewal) return context.skip('no token is renewed')
    const place = await few.fresh()
    const { host, pathname } = new URL(renewal.url)
    const path = `/${host}${pathname}`.replaceAll('.', '\\.')
    for (const status of [402, 403])
      for (const kind of ['fail', 'too_many'] as const) {
        reset()
        bench.sandbox.tokens.expire(platform)
        bench.sandbox.faults.add({ kind, path, status, count: 0 })
        const { end, run_id } = await bench.sync(place)
        assert.equal(end, 'failed')
        assert.match((await run_of(place, run_id)).error ?? '', /did not renew the token/)
        assert.equal((await connection(place)).needs_reconnection, false)
      }
    reset()
    await read(place)
  })
}
