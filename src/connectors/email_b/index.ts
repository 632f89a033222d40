import { z } from 'zod'
import { zone_of } from '#domain/time_zones.ts'
import { today_in } from '#domain/windows.ts'
import type { Version } from '#engine/connector/platform.ts'
import { connector, type VendorAnswer, type Verdict } from '#engine/connector.ts'
import { words } from '#engine/vendors/field_words.ts'
import { retry_after } from '#engine/vendors/retry_after.ts'
import { message } from '#messages/message.ts'
import { field_paths } from '../records.ts'
import { classifier, type ErrorLine } from '../verdicts.ts'
import { account_answer, error_answer } from './answers.ts'
import { bodies, campaigns, results } from './campaigns.ts'
import { contacts } from './members.ts'

/** A key ends with its data center: 0123456789abcdef-us21. */
const DATA_CENTER = /^[a-z]{2,4}\d{1,3}$/
const data_center_of = (key: string | undefined) => /-([a-z]{2,4}\d{1,3})$/.exec(key ?? '')?.[1]

const secrets = z
  .object({
    api_key: z.string().min(1).optional().meta(words('mailchimp_key')),
    access_token: z.string().min(1).optional().meta(words('mailchimp_token')),
    data_center: z
      .string()
      .regex(DATA_CENTER, 'must be a data center, such as us21')
      .optional()
      .meta(words('mailchimp_data_center')),
  })
  .refine(({ api_key, access_token, data_center }) => data_center_of(api_key) ?? (access_token && data_center), {
    path: ['api_key'],
    message: 'give a whole api_key, or an access_token with its data_center',
  })

const lines: readonly ErrorLine[] = [
  { codes: [401], verdict: 'revoked' },
  { codes: [403], says: /disabled|data ?center/i, verdict: 'refused' },
  { codes: [403], verdict: 'denied' },
  { codes: [429], verdict: 'throttled' },
  { status: 500, verdict: 'transient' },
]
const read_error = classifier({ lines, error: error_answer, wait_s: retry_after })

/** Heavy use can end in a 403 without Mailchimp's words, which is no refusal (rate limits of the fundamentals, read 2026-11). */
const classify = (answer: VendorAnswer): Verdict | undefined =>
  read_error(answer) ?? (answer.status === 403 ? { kind: 'throttled' } : undefined)

const version: Version = {
  name: '3.0',
  ends_on: null,
  source: 'mailchimp.com/developer/marketing/api, OpenAPI document 3.0.55: no end is announced (read 2026-11)',
}

export const email_b = connector({
  title: 'Email platform B',
  platform: {
    vendor: 'Mailchimp',
    product: 'Mailchimp email marketing',
    credentials: message('credentials.email_b'),
    version,
    scopes: ['role Manager'],
    needed_by: { 'role Manager': 'all' },
    source: 'https://mailchimp.com/help/about-api-keys/ (read 2026-11)',
    remarks: [
      'Mailchimp gives no access to customer journeys, and emails of automations are no broadcasts. Neither counts here.',
      'Mailchimp has no results by day beyond the first 24 hours of a campaign (`timeseries` of a report, read 2026-11), so the metrics of email by day do not contain this platform. Broadcasts with their results do.',
      'Tags beyond the first 50 of a member are not listed. The sync run counts such members.',
    ],
  },
  kind: 'email',
  auth: {
    secrets,
    headers: ({ api_key, access_token }) => ({
      authorization: api_key
        ? `Basic ${Buffer.from(`tablero:${api_key}`).toString('base64')}`
        : `Bearer ${access_token ?? ''}`,
    }),
  },
  api: {
    base_url: (_, { api_key, data_center }) =>
      `https://${data_center_of(api_key) ?? data_center ?? ''}.api.mailchimp.com/${version.name}`,
    hosts: ['*.api.mailchimp.com'],
    // Mailchimp limits requests at the same time, ten a user. A sync sends one at a time.
    pace: { per_second: 10 },
    classify,
  },
  accounts: {
    are_one: true,
    async read({ api }) {
      const { account_id, account_name, account_timezone, member_since } = await api.call({
        path: '/',
        query: { fields: field_paths(account_answer).join() },
        schema: account_answer,
      })
      const time_zone = zone_of(account_timezone) ?? 'UTC'
      return [
        {
          account_id,
          name: account_name ?? account_id,
          time_zone,
          ...(member_since && { created_on: today_in(time_zone, new Date(member_since)) }),
        },
      ]
    },
  },
  streams: { campaigns, results, bodies, contacts },
})
