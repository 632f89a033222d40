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

/** The request that a webhook receives, for each type of event. `add` stores a schema under its name and returns its reference. */
export const deliveries = (add: (name: string, schema: JsonSchema) => JsonSchema) =>
  Object.fromEntries(received_types.map((type) => [type, delivery(type, add)]))

function delivery(type: EventType, add: (name: string, schema: JsonSchema) => JsonSchema) {
  const name = `event_${type.replace('.', '_')}`
  return {
    post: {
      operationId: name,
      summary: type,
      description: `${event_types[type].about} The headers webhook-signature and x-svc-signature sign the body.`,
      tags: ['webhooks'],
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: add(name, body_json_schema(type)) } },
      },
      responses: {
        '2XX': { description: 'The event was received. Every other answer except 410 causes a later attempt.' },
        410: { description: 'The webhook is switched off.' },
      },
    },
  }
}
