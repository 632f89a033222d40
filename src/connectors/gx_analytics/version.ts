import type { Version } from '#engine/connector/platform.ts'

export const version: Version = {
  name: 'v1beta',
  ends_on: null,
  source: 'analyticsdata v1beta, revision 20260909: no end is announced (2026-09, read 2026-11)',
}
