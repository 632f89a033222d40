import type { Version } from '#engine/connector/platform.ts'

export const version: Version = {
  name: 'v1',
  ends_on: null,
  source:
    'merchantapi products_v1, revision 20260901: no end is announced; the Content API ended on 2026-08-18 and is not used (read 2026-11)',
}
