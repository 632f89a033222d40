// Platforms and states in words.
import { t } from '../../lib/language.ts'
import type { Health } from './rows.ts'

export const kind_name = (kind: string): string =>
  ({
    ads: t('Ads'),
    analytics: t('Web analytics'),
    seo: t('Organic search'),
    store: t('Store'),
    marketplace: t('Marketplace'),
    email: t('Email'),
    social: t('Social network'),
    behaviour: t('Behavior of visitors'),
    feed: t('Product feed'),
    crm: t('Customers'),
  })[kind] ?? kind

/** What a person can do about the state. Empty: nothing. */
export const health_advice = (health: Health): string =>
  ({
    ok: '',
    suspect: t('Sync again. If it stays, the details name what is incomplete.'),
    empty_sync: t('Look whether the platform has new data, and whether the right accounts are read.'),
    stale: t('Sync now. If nothing happens, no worker of this Tablero is running.'),
    error: t('Tablero tries again by itself. The details say why it failed.'),
    needs_reconnection: t('Connect it again. The history stays.'),
    never_synced: t('The first sync reads the newest days first.'),
  })[health]

export const stream_state = (state: 'ok' | 'suspect' | 'failed' | 'denied'): string =>
  ({ ok: t('Read'), suspect: t('May be incomplete'), failed: t('Failed'), denied: t('No permission') })[state]

export const run_state = (state: string): string =>
  ({
    queued: t('Waiting'),
    running: t('Running'),
    succeeded: t('Complete'),
    failed: t('Failed'),
    cancelled: t('Stopped'),
  })[state] ?? state

export const run_trigger = (trigger: string): string =>
  ({
    schedule: t('by the schedule'),
    tool: t('by a person or an agent'),
    operator: t('after connecting, or by the operator'),
    webhook: t('by an announcement of the platform'),
  })[trigger] ?? trigger
