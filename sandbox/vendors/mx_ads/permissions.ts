// The permissions that a person granted to an app, of each platform of Meta (Graph API, user permissions, read 2026-11).
import type { FastifyInstance } from 'fastify'
import type { Box } from '../../vendor.ts'
import { version } from './graph.ts'

/** `asked`: the permissions of the app. Those that the person unticked are listed as declined. */
export function permissions(app: FastifyInstance, box: Box, platform: string, asked: readonly string[]) {
  const path = `/${version}/me/permissions`
  app.get(path, () => {
    const granted = box.consents.granted.get(platform) ?? asked
    const state = (permission: string) =>
      permission === 'public_profile' || granted.includes(permission) ? 'granted' : 'declined'
    return { data: [...asked, 'public_profile'].map((permission) => ({ permission, status: state(permission) })) }
  })
  app.delete(path, () => {
    box.tokens.revoke(platform)
    return { success: true }
  })
}
