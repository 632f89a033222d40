// Schemas of Mailchimp's answers (Marketing API 3.0), with the fields that the connector reads.
import { z } from 'zod'
import { number, text } from '../email.ts'

export const account_answer = z.object({
  account_id: z.string().min(1),
  account_name: text,
  account_timezone: text,
  member_since: text,
})

export const campaign = z.object({
  id: z.string().min(1),
  type: z.string(),
  status: z.string(),
  send_time: text,
  parent_campaign_id: text,
  settings: z.object({ title: text, subject_line: text, preview_text: text }).nullish(),
  variate_settings: z.object({ subject_lines: z.array(text).nullish() }).nullish(),
  ab_split_opts: z.object({ subject_a: text }).nullish(),
  tracking: z.object({ opens: z.boolean(), html_clicks: z.boolean(), text_clicks: z.boolean() }).partial().nullish(),
})
export type Campaign = z.infer<typeof campaign>

export const report = z.object({
  id: z.string().min(1),
  list_id: text,
  emails_sent: number,
  unsubscribed: number,
  bounces: z.object({ hard_bounces: number, soft_bounces: number, syntax_errors: number }).nullish(),
  opens: z.object({ unique_opens: number }).nullish(),
  clicks: z.object({ unique_subscriber_clicks: number }).nullish(),
  ecommerce: z
    .object({ total_orders: number, total_revenue: z.unknown().optional(), currency_code: z.unknown().optional() })
    .nullish(),
})

/** A test of contents has a body for each of them. */
const body = { plain_text: text, html: text }
export const content_answer = z.object({ ...body, variate_contents: z.array(z.object(body)).nullish() })

export const audience = z.object({ id: z.string().min(1) })
export const store = z.object({ id: z.string(), list_id: text })

/** `contact_id` stays when the address changes. `id` is a hash of the address. */
export const member_id = z.object({ id: z.string().min(1), contact_id: text })
// `merge_fields` is free-form: each audience has its own fields.
export const member = member_id.extend({
  email_address: text,
  full_name: text,
  status: z.string(),
  merge_fields: z.unknown().optional(),
  timestamp_signup: text,
  timestamp_opt: text,
  last_changed: z.string().min(1),
  location: z.object({ country_code: text }).nullish(),
  source: z.unknown().optional(),
  tags_count: number,
  tags: z.array(z.object({ name: z.string() })).nullish(),
})
export type MemberId = z.infer<typeof member_id>
export type Member = z.infer<typeof member>

/** A problem document (components of the OpenAPI document 3.0.55, read 2026-11). */
export const error_answer = z
  .object({ status: z.number(), title: z.string(), detail: z.string() })
  .transform(({ status, title, detail }) => ({ code: status, message: detail || title }))
