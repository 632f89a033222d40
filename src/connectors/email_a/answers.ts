// Schemas of Klaviyo's answers (revision 2026-07-15), with the fields that the connector reads. Format: JSON:API.
import { z } from 'zod'
import { texts } from '../records.ts'

const links = z.object({ next: z.string().nullish() }).optional()
const ref = z.object({ id: z.string() })

export const accounts_answer = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        timezone: z.string(),
        preferred_currency: z.string(),
        test_account: z.boolean().default(false),
        contact_information: z.object({ organization_name: z.string() }),
      }),
    }),
  ),
})

const message = z.object({
  type: z.literal('campaign-message'),
  id: z.string(),
  attributes: z.object({
    definition: z
      .object({ content: z.object({ subject: z.string().nullish(), preview_text: z.string().nullish() }).nullish() })
      .nullish(),
  }),
})
const campaign = z.object({
  id: z.string(),
  attributes: z.object({
    name: z.string(),
    status: z.string(),
    updated_at: z.string(),
    send_time: z.string().nullish(),
    tracking_options: z
      .object({ is_tracking_opens: z.boolean().nullish(), is_tracking_clicks: z.boolean().nullish() })
      .nullish(),
  }),
  relationships: z.object({ 'campaign-messages': z.object({ data: z.array(ref).optional() }).optional() }).optional(),
})
export type Campaign = z.infer<typeof campaign> & { messages: z.infer<typeof message>[] }

/**
 * Whether opens and clicks are counted. Without tracking, zero means that nobody counts them. A campaign that does not say has the default of
 * its company, which no answer states, so its figures are taken as counted (CampaignResponse, revision 2026-07-15, read 2026-11).
 */
export const tracked_in = ({ attributes: { tracking_options } }: z.infer<typeof campaign>) => ({
  opens: tracking_options?.is_tracking_opens !== false,
  clicks: tracking_options?.is_tracking_clicks !== false,
})

/** Reads records of one kind from what an answer includes. The vendor may send other kinds too. */
const included = <T extends z.ZodType>(kind: T) =>
  z.array(z.union([kind, z.object({ type: z.string() }).transform(() => null)])).optional()

export const campaigns_answer = z.object({ data: z.array(campaign), included: included(message), links })

const template = z.object({
  type: z.literal('template'),
  attributes: z.object({ html: z.string().nullish(), text: z.string().nullish() }),
})
export const messages_answer = z.object({ data: z.array(ref), included: included(template) })

const profile_attributes = texts('email', 'phone_number', 'first_name', 'last_name')
export type Person = z.infer<typeof profile_attributes>

// `location`, `properties` and `event_properties` are free-form: integrations fill them as they like. An empty object can be [].
const profile = z.object({
  id: z.string(),
  attributes: profile_attributes.extend({
    organization: z.string().nullish(),
    created: z.string().nullish(),
    updated: z.string().nullish(),
    location: z.unknown(),
    properties: z.unknown(),
    subscriptions: z.unknown(),
  }),
})
export type Profile = z.infer<typeof profile>
export const profile_answer = z.object({ data: profile })
/** Of all profiles, with their ids alone. */
export const profile_ids_answer = z.object({ data: z.array(ref), links })
export const profiles_answer = z.object({ data: z.array(profile), links })

const event = z.object({
  id: z.string(),
  attributes: z.object({ datetime: z.string(), event_properties: z.unknown() }),
  relationships: z.object({
    metric: z.object({ data: ref }),
    profile: z.object({ data: ref }).optional(),
  }),
})
const buyer = z.object({ type: z.literal('profile'), id: z.string(), attributes: profile_attributes })
export type Event = z.infer<typeof event>
export const events_answer = z.object({ data: z.array(event), included: included(buyer), links })

export const metrics_answer = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        name: z.string().nullish(),
        created: z.string().nullish(),
        integration: z.object({ name: z.string().nullish(), category: z.string().nullish() }).nullish(),
      }),
    }),
  ),
  links,
})

export const values_answer = z.object({
  data: z.object({
    attributes: z.object({
      results: z.array(
        z.object({
          groupings: z.object({ campaign_id: z.string() }),
          statistics: z.record(z.string(), z.number().nullish()),
        }),
      ),
    }),
  }),
  links,
})
export type Values = z.infer<typeof values_answer>['data']['attributes']['results'][number]['statistics']

export const aggregates_answer = z.object({
  data: z.object({
    attributes: z.object({
      dates: z.array(z.string()),
      data: z.array(
        z.object({
          dimensions: z.array(z.string()),
          measurements: z.record(z.string(), z.array(z.number().nullish())),
        }),
      ),
    }),
  }),
  links,
})

/** JSON:API errors (developers.klaviyo.com/en/docs/rate_limits_and_error_handling, read 2026-11). */
export const error_answer = z.object({ errors: z.array(z.object({ detail: z.string().nullish() })).min(1) })
