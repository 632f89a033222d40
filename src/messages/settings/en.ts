// What a change of settings means for figures, in English, and notifications.
import { notifications_en } from '#messages/notifications/en.ts'

export const settings_en = {
  ...notifications_en,
  'settings.currency_changed':
    'Earlier totals are converted again, from {before} to {after}. Reports that you shared show other amounts. Guardrails keep their currency: until an admin writes them again, nothing is automatic, and limits of budgets refuse changes.',
  'settings.time_zone_changed':
    'Earlier days are counted again, in {after}. Totals of single days can differ from before.',
} as const satisfies Record<string, string>
