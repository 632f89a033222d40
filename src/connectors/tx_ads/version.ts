import type { Version } from '#engine/platform.ts'

export const version: Version = {
  name: 'v1.3',
  source: 'business-api.tiktok.com/portal/docs: no end of v1.3 (read 2026-11)',
}
