// Changes of history: restated figures, orders that somebody edited or deleted, and ads that somebody deleted.
import type { BasketChange, Changes, Day, Deletion, Instant, OrderChange, StartedCampaign } from './types.ts'
import { create_writes } from './writes.ts'

export function create_changes(now: () => number = Date.now): Changes & { clear(): void } {
  const factors = new Map<string, number>()
  const orders = new Map<string, OrderChange>()
  const baskets = new Map<string, BasketChange>()
  const removed = new Map<string, Instant>()
  let deletions: Deletion[] = []
  let started: StartedCampaign[] = []
  const writes = create_writes(now)
  const key = (platform: string, day: Day, campaign_id?: string) => `${platform} ${day} ${campaign_id ?? '*'}`
  const changes = {
    version: 0,
    writes,
    factor: (platform: string, day: Day, campaign_id?: string) =>
      factors.size === 0
        ? 1
        : (factors.get(key(platform, day)) ?? 1) *
          (campaign_id ? (factors.get(key(platform, day, campaign_id)) ?? 1) : 1),
    set_factor(platform: string, day: Day, factor: number, campaign_id?: string) {
      factors.set(key(platform, day, campaign_id), factor)
      changes.version += 1
    },
    order: (id: string) => orders.get(id),
    set_order(id: string, change: OrderChange) {
      orders.set(id, { ...orders.get(id), ...change })
      changes.version += 1
    },
    basket: (id: string) => baskets.get(id),
    set_basket(id: string, change: BasketChange) {
      baskets.set(id, { ...baskets.get(id), ...change })
      changes.version += 1
    },
    is_removed: (id: string) => removed.has(id),
    removed_at: (id: string) => removed.get(id),
    remove(id: string) {
      if (!removed.has(id)) removed.set(id, now())
      changes.version += 1
    },
    started: (platform: string) => started.filter((one) => one.platform === platform),
    start(campaign: StartedCampaign) {
      started = [...started, campaign]
      changes.version += 1
    },
    deletions: () => deletions,
    delete_record(deletion: Deletion) {
      deletions = [...deletions, deletion]
      changes.version += 1
    },
    clear() {
      factors.clear()
      orders.clear()
      baskets.clear()
      removed.clear()
      deletions = []
      started = []
      writes.clear()
      changes.version += 1
    },
  }
  return changes
}
