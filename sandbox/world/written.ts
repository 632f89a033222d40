// What apps wrote into records: texts of products and listings, pages, answers. Readers can see a write later than its answer.
import type { Instant } from './calendar.ts'

/** The texts of a product that apps change. `texts`: of vendors with several languages. */
export interface WrittenTexts {
  title?: string
  description?: string
  texts?: Record<'name' | 'description', Record<string, string>>
  updated_at?: Instant
}

export interface Written {
  /** Seconds until readers of a platform see what is written from now on. */
  delay(platform: string, seconds: number): void
  /** `after_s`: the platform does this later by itself, such as hiding a text. */
  write(platform: string, record: string, fields: object, after_s?: number): void
  /** The fields that readers see. */
  seen<Fields extends object>(record: string): Partial<Fields>
  /** The fields that were written last, for the answer to a write. */
  last<Fields extends object>(record: string): Partial<Fields>
  /** Records with the fields that readers see. */
  over<Item extends { id: string }>(kind: string, records: Item[]): Item[]
  /** Records with this beginning, also those that readers do not see yet. */
  records(beginning: string): string[]
}

export function create_written(now: () => Instant): Written & { clear(): void } {
  const writes = new Map<string, { fields: object; visible_at: Instant }[]>()
  const delays_ms = new Map<string, number>()
  const merged = <Fields extends object>(record: string, at: Instant): Partial<Fields> =>
    Object.assign(
      {},
      ...(writes.get(record) ?? []).filter(({ visible_at }) => visible_at <= at).map(({ fields }) => fields),
    )
  const seen = <Fields extends object>(record: string): Partial<Fields> => merged(record, now())
  return {
    delay: (platform, seconds) => void delays_ms.set(platform, seconds * 1000),
    write(platform, record, fields, after_s = 0) {
      const visible_at = now() + (delays_ms.get(platform) ?? 0) + after_s * 1000
      writes.set(record, [...(writes.get(record) ?? []), { fields, visible_at }])
    },
    seen,
    last: (record) => merged(record, Number.POSITIVE_INFINITY),
    over: (kind, records) =>
      writes.size === 0 ? records : records.map((one) => ({ ...one, ...seen(`${kind} ${one.id}`) })),
    records: (beginning) => [...writes.keys()].filter((record) => record.startsWith(beginning)),
    clear() {
      writes.clear()
      delays_ms.clear()
    },
  }
}
