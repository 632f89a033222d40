import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { platform_keys } from '#domain/platforms.ts'
import { app_variables, statements } from '../config/apps.ts'
import { connectors } from './index.ts'
import { sign_ins } from './sign_ins.ts'

describe('the sign-ins', () => {
  for (const [platform, sign_in] of Object.entries(sign_ins)) {
    const connector = connectors[platform]

    it(`${platform} is a platform, and names streams, settings and secrets of its connector`, () => {
      assert.ok((platform_keys as string[]).includes(platform))
      if (!connector) return
      for (const streams of Object.values(sign_in.scopes))
        for (const stream of streams === 'all' ? [] : streams) assert.ok(connector.streams[stream], stream)
      for (const name of sign_in.asks ?? []) assert.ok(name in connector.settings.shape, name)
      for (const name of Object.values(sign_in.kept_as ?? {})) assert.ok(name in connector.auth.secrets.shape, name)
    })

    it(`${platform} has a variable for each value of its app`, () => {
      if (sign_in.kind !== 'oauth2' && sign_in.kind !== 'oauth1') return
      const fields = app_variables
        .filter((of) => of.platform === platform && !(of.field in statements))
        .map(({ field }) => field)
      const needed = ['client_id', 'client_secret', ...(sign_in.app ?? [])]
      assert.deepEqual(fields, needed)
    })

    it(`${platform} asks for the permissions that its documentation names`, () => {
      const scopes = Object.keys(sign_in.scopes)
      if (!connector || scopes.length === 0) return
      assert.deepEqual(scopes.toSorted(), [...connector.platform.scopes].toSorted())
    })
  }
})
