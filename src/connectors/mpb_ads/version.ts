import type { Version } from '#engine/connector/platform.ts'

/** Each API of Amazon Ads has a version of its own, in its addresses or in its media types. */
export const ADS = 'v1'
export const PROFILES = 'v2'
export const REPORTING = 'v3'

export const version: Version = {
  name: `${ADS}, profiles ${PROFILES}, reporting ${REPORTING}`,
  ends_on: null,
  source:
    'reporting_v3 and amazon_ads_v1 of advertising.amazon.com/API/docs: no end is announced (2026-03, read 2026-11)',
}
