// JSON Schema of the events that webhooks receive, for OpenAPI and the documents.
import { z } from 'zod'
import { type EventType, event_types, offered } from '#engine/outbound_webhooks/event_types.ts'
import type { JsonSchema } from '#http/schemas.ts'

/** Types that a webhook can receive: those to which it can subscribe, and its tests. */
export const received_types = (Object.keys(event_types) as EventType[]).filter(
  (type) => offered.has(type) || type === 'webhook.test',
)

/** The body of a delivery. */
export function body_json_schema(type: EventType): JsonSchema {
  const { data } = event_types[type]
  const body = z.strictObject({
    id: z.uuid().describe('Id of the event, the same in each attempt and in webhook-id.'),
    type: z.literal(type),
    timestamp: z.iso.datetime().describe('When it happened.'),
    // Receivers must ignore fields that they do not know, because fields are added.
    data: data.loose(),
  })
  const { $schema, additionalProperties, ...schema } = z.toJSONSchema(body, {
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return schema as JsonSchema
}
