import type { Version } from '#engine/connector/platform.ts'

export const version: Version = {
  name: 'v1.3',
  ends_on: null,
  source: 'business-api.tiktok.com/portal/docs: no end of v1.3 is announced (read 2026-11)',
}
