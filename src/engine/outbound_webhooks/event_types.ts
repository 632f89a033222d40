// The types of events, with the schema of their data. Data has ids, names of things and figures, and nothing about a person. Fields are
// only added, never changed or removed.
import { z } from 'zod'

const currency = z.string().length(3).describe('ISO 4217 code.')
const platform = z.string().describe('Platform by its key, such as gx_ads.')
const connection_id = z.uuid().describe('The connection, as list_connections shows it.')

const action = {
  action_id: z.uuid().describe('The proposed change. list_pending_actions and list_action_history show it.'),
  action_type: z.string().describe('Kind of change, such as pause_campaign.'),
  platform: platform.nullable(),
  target: z.string().nullable().describe("The platform's id of the thing to change."),
  risk: z.string().nullable().describe('Risk of the change.'),
}
const alert = {
  incident_id: z.uuid().describe('The time from the first breach to its end.'),
  rule_id: z.uuid().describe('The alert rule.'),
  rule_name: z.string().nullable(),
  metric: z.string(),
  platform: platform.nullable().describe('The platform of the figures, such as gx_ads. null: not one alone.'),
  date: z.iso.date().describe('The day of the value.'),
  value: z.number().nullable().describe('Value of the metric. null: no data.'),
}

interface Declared {
  about: string
  data: z.ZodObject
  /** False: nothing causes the event yet, so webhooks cannot subscribe to it. */
  is_offered?: boolean
}

const declared = {
  'action.pending': {
    about: 'A change waits for the decision of a person.',
    data: z.strictObject({ ...action, expires_at: z.iso.datetime().describe('Undecided until then, it expires.') }),
  },
  'action.approved': {
    about: 'A change was approved. It is carried out next.',
    data: z.strictObject({ ...action, is_automatic: z.boolean().describe('A guardrail approved it, and no person.') }),
  },
  'action.rejected': { about: 'A change was rejected.', data: z.strictObject(action) },
  'action.executed': {
    about: 'A change was carried out, and the platform shows it.',
    data: z.strictObject(action),
  },
  'action.failed': {
    about: 'An approved change was not carried out, or the platform shows something else.',
    data: z.strictObject({ ...action, cause: z.string().describe('Why, such as target_changed or refused.') }),
  },
  'action.unknown': {
    about:
      'A change was sent, and the platform could not be read for a day, so nobody knows whether it was carried out. Its end follows.',
    data: z.strictObject(action),
  },
  'action.expired': {
    about: 'A change ended without a decision.',
    data: z.strictObject({
      ...action,
      cause: z
        .string()
        .nullable()
        .describe('replaced: by a newer proposal. disconnected: its connection was ended. null: its time was over.'),
    }),
  },
  'alert.fired': {
    about: 'A metric breached the threshold of an alert rule.',
    data: z.strictObject({
      ...alert,
      severity: z.enum(['info', 'warning', 'critical']),
      expected: z.number().nullable().describe('What was expected for the day. null: nothing was.'),
    }),
  },
  'alert.resolved': {
    about: 'A metric is inside the threshold again, or corrected data never breached it.',
    data: z.strictObject({ ...alert, is_withdrawn: z.boolean().describe('Corrected data never breached it.') }),
  },
  'order.created': {
    about: 'A shop or marketplace has a new order.',
    data: z.strictObject({
      connection_id,
      platform,
      order_id: z.string().describe("The platform's id of the order."),
      order_number: z.string().nullable(),
      ordered_at: z.iso.datetime(),
      currency,
      total: z
        .number()
        .nullable()
        .describe('What the customer owes or paid, in the units of currency. null: the platform states no price yet.'),
      is_test: z.boolean().describe('A test order, which no figure counts.'),
    }),
  },
  'connection.needs_reconnection': {
    about: 'A platform refuses the access of a connection. A person has to connect again.',
    data: z.strictObject({ connection_id, platform, name: z.string().describe('Name of the connection.') }),
  },
  'sync.finished': {
    about: 'The reading of new data of a connection has ended.',
    data: z.strictObject({
      connection_id,
      platform,
      run_id: z.uuid().describe('The sync. list_connections_detail shows it among the last ones.'),
      state: z.enum(['succeeded', 'failed']),
      rows: z.number().int().describe('Rows that were stored or updated.'),
      restatements: z.number().int().describe('Figures of past days that the platform changed.'),
    }),
  },
  'recommendation.created': {
    about: 'A rule found something to improve.',
    data: z.strictObject({
      recommendation_id: z.uuid(),
      rule: z.string(),
      module: z.string(),
      severity: z.enum(['info', 'warning', 'critical']),
    }),
  },
  'webhook.test': {
    about: 'A person sent a test to this webhook. Every webhook receives its own tests, without a subscription.',
    data: z.strictObject({ webhook_id: z.uuid() }),
    is_offered: false,
  },
} as const satisfies Record<string, Declared>

export type EventType = keyof typeof declared

export const event_types: Readonly<Record<EventType, Declared>> = declared

/** The types to which webhooks can subscribe. */
export const offered: ReadonlySet<string> = new Set(
  Object.entries(event_types).flatMap(([type, { is_offered = true }]) => (is_offered ? [type] : [])),
)
