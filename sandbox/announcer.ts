// What a simulated vendor declares about its webhooks.
import { createHmac } from 'node:crypto'
import type { Instant, World } from './world/types.ts'

export interface Subscription {
  /** Digits only. */
  id: string
  topic: string
  url: string
  /** What the subscriber gave to sign with. */
  secret: string
  is_on: boolean
  /** Failed deliveries in a row. */
  failures: number
  created_at: Instant
  updated_at: Instant
}

/** A record at a vendor. */
export interface Live {
  kind: string
  id: string
  updated_at: Instant
}

export interface Event {
  kind: string
  id: string
  did: 'created' | 'updated' | 'deleted'
}

export interface Message {
  topic: string
  body: unknown
}

export interface Outgoing {
  headers: Record<string, string>
  body: string
}

/** How a vendor announces. */
export interface Announcer {
  /** All records whose changes it announces. */
  live(world: World): Live[]
  messages(event: Event, world: World): Message[]
  outgoing(message: Message, to: Subscription, sent: { number: number; attempt: number; world: World }): Outgoing
  /** The time within which an answer must come. */
  timeout_ms: number
  /** Milliseconds until the next attempt. Null: the delivery is given up. */
  retry_ms(attempt: number): number | null
  /** What the vendor does with a subscription whose delivery failed. */
  failed?(to: Subscription, is_given_up: boolean): 'delete' | 'switch_off' | undefined
}

export const hmac = (secret: string, body: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', secret).update(body).digest(encoding)

/** The id of an event, which all its deliveries have, as vendors write it. */
export const event_id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
