// What a person granted to an app, of each platform of Meta (Graph API, debug_token and user permissions, read 2026-11).
import type { FastifyInstance } from 'fastify'
import { client } from '../../tokens.ts'
import type { Box } from '../../vendor.ts'
import { GraphError, type Params, version } from './graph.ts'

/** The access to data ends 90 days after the person was last active (facebook-login/auth-vs-data, read 2026-11). */
const data_access_ms = 90 * 86_400_000
const seconds = (ms: number) => Math.floor(ms / 1000)

/** The description of a token, for the app itself. */
export function token_info(app: FastifyInstance, { consents, world }: Box) {
  app.get(`/${version}/debug_token`, ({ query }) => {
    const { input_token = '', access_token } = query as Params
    if (access_token !== `${client.id}|${client.secret}`)
      throw new GraphError('(#100) You must provide an app access token, or a user access token', 100)
    const [, platform = '', ends] = /^sandbox-access-([a-z_]+)-\d+-(\d+)$/.exec(input_token) ?? []
    if (!ends) throw new GraphError('Invalid OAuth access token - Cannot parse access token', 190)
    return {
      data: {
        app_id: client.id,
        type: 'USER',
        is_valid: Number(ends) > world.now(),
        expires_at: seconds(Number(ends)),
        data_access_expires_at: seconds(world.now() + data_access_ms),
        scopes: [...(consents.granted.get(platform) ?? []), 'public_profile'],
      },
    }
  })
}

/** Ends all permissions of the person for the app. */
export function permissions(app: FastifyInstance, box: Box, platform: string) {
  app.delete(`/${version}/me/permissions`, () => {
    box.tokens.revoke(platform)
    return { success: true }
  })
}
