import type { Version } from '#engine/connector/platform.ts'

export const version: Version = {
  name: 'v1',
  ends_on: null,
  source:
    'learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-data-export-api: no end is announced (read 2026-11)',
}
