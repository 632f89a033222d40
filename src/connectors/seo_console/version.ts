import type { Version } from '#engine/connector/platform.ts'

export const version: Version = {
  name: 'v3',
  ends_on: null,
  source: 'searchconsole v1, revision 20260805: no end is announced (2026-08, read 2026-11)',
}
