// Schemas of Brevo's answers (v3), with the fields that the connector reads.
import { z } from 'zod'
import { number, text } from '../email.ts'
import { id_text } from '../shops.ts'

export const account_answer = z.object({ email: z.string().min(1), companyName: text })

const global_stats = z.object({
  sent: number,
  delivered: number,
  uniqueViews: number,
  uniqueClicks: number,
  softBounces: number,
  hardBounces: number,
  unsubscriptions: number,
})
export const campaign = z.object({
  id: id_text,
  name: z.string(),
  subject: text,
  subjectA: text,
  previewText: text,
  type: z.string(),
  status: z.string(),
  scheduledAt: text,
  sentDate: text,
  modifiedAt: text,
  htmlContent: text,
  statistics: z
    .object({
      // PHP writes an empty object as [].
      globalStats: global_stats.or(z.array(z.unknown()).transform(() => null)).nullish(),
    })
    .nullish(),
})
export type Campaign = z.infer<typeof campaign>

export const contact_list = z.object({ id: id_text, name: z.string() })

// `attributes` is free-form: each account has its own.
export const contact = z.object({
  id: id_text,
  email: text,
  emailBlacklisted: z.boolean(),
  createdAt: z.string().min(1),
  modifiedAt: z.string().min(1),
  listIds: z.array(id_text).nullish(),
  attributes: z.unknown().optional(),
})
export type Contact = z.infer<typeof contact>

/** Errors name a code and a sentence (definition errorModel, read 2026-11). */
export const error_answer = z.object({ code: z.string(), message: z.string() })
