// What clients have changed and made at vendors. Readers see a change after the vendor's delay. The vendor itself knows it immediately.
type Fields = Record<string, unknown>

interface Edit {
  fields: Fields
  visible_at: number
}
interface Made extends Edit {
  kind: string
}

/** How the next write differs from an ordinary one, when a test asks for it. */
export interface Oddity {
  /** Seconds until readers see the write. */
  delay_s?: number
  /** The vendor stores other amounts, texts, links, places, kinds of keywords and states than those that it was asked for: fields of these names. */
  altered?: RegExp
  /** The vendor refuses the last of several things, and makes the others. */
  is_partial?: boolean
}

export interface Writes {
  next(oddity: Oddity): void
  /** Changes fields of a thing. `delay_s`: the vendor's usual delay. */
  change(platform: string, id: string, fields: Fields, delay_s?: number): void
  /** Makes a thing of a kind, such as 'campaigns'. */
  make(platform: string, kind: string, node: Fields & { id: string }, delay_s?: number): void
  /** Fields that were changed, as readers see them, or as the vendor itself knows them. */
  of(platform: string, id: string, by?: 'readers' | 'vendor'): Fields | undefined
  made(platform: string, kind: string, by?: 'readers' | 'vendor'): Fields[]
  /** Records with the fields that were changed, as readers see them. */
  over<Item extends { id: string }>(platform: string, kind: string, records: Item[]): Item[]
  /** The things of one request that the vendor does not refuse. */
  accepted<T>(things: T[]): T[]
  /** Several things that one request makes count as one write, and share its oddity. */
  together<T>(platform: string, work: () => T): T
  next_id(): string
  /** The number of changes and makes that the vendor has carried out. */
  count(platform: string): number
  clear(): void
}

/** What the vendor stores in place of a value, by the name of its field. Undefined: the value itself. */
type Alteration = (value: unknown, platform: string) => unknown
/** The status of a campaign that the vendor ends, where it was asked to pause or to resume it. */
const ENDED: Record<string, string> = { mx_ads: 'ARCHIVED', gx_ads: 'REMOVED', tx_ads: 'DELETE' }
const each = (of: (text: string) => string) => (value: unknown) => {
  if (typeof value === 'string') return of(value)
  return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? of(one) : one)) : undefined
}
const more = (item: string) => (value: unknown) => (Array.isArray(value) ? [...value, item] : undefined)
const altered_text: Alteration = (value, platform) => {
  if (typeof value === 'string') return `${value} *`
  if (value?.constructor !== Object) return undefined
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, altered_text(one, platform) ?? one]))
}
const alterations: [field: RegExp, alter: Alteration][] = [
  [/^(title|description|body|content|answer|texts)$/, altered_text],
  [/^(message|ad_text)$/, each((text) => `${text} *`)],
  [/^(link|finalUrls|landing_page_url)$/, each((link) => `${link}?to=elsewhere`)],
  [/^(operation_)?status$/, (_, platform) => ENDED[platform]],
  [/^countries$/, more('VN')],
  [/^enroll_status$/, (value) => (value === 'OPT_OUT' ? 'OPT_IN' : undefined)],
  [/^location_ids$/, more('1562822')],
  [/^matchType$/, each(() => 'BROAD')],
  [
    /budget|amount/i,
    (value) => {
      if (!/^\d+(\.\d+)?$/.test(String(value))) return undefined
      return typeof value === 'number' ? value * 2 : String(Number(value) * 2)
    },
  ],
]
/** Lists whose items have fields of their own. */
const ITEMS = /^keywords$/

const altered = (platform: string, fields: Fields, only: RegExp): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const alter = only.test(name) ? alterations.find(([field]) => field.test(name))?.[1] : undefined
      const other = alter?.(value, platform)
      if (other !== undefined) return [name, other]
      if (value?.constructor === Object) return [name, altered(platform, value as Fields, only)]
      if (ITEMS.test(name) && Array.isArray(value)) return [name, value.map((one) => altered(platform, one, only))]
      return [name, value]
    }),
  )

const FIRST_ID = 990_000_000_000_000

export function create_writes(now: () => number): Writes {
  const edits = new Map<string, Edit[]>()
  const made = new Map<string, Made[]>()
  const counts = new Map<string, number>()
  let odd: Oddity = {}
  let ids = 0
  let is_inside = false
  const take = (platform: string, fields: Fields, delay_s: number): Edit => {
    const { delay_s: longer, altered: names } = odd
    if (!is_inside) {
      odd = {}
      counts.set(platform, (counts.get(platform) ?? 0) + 1)
    }
    return { fields: names ? altered(platform, fields, names) : fields, visible_at: now() + (longer ?? delay_s) * 1000 }
  }
  const is_shown = (by: 'readers' | 'vendor') => (edit: Edit) => by === 'vendor' || edit.visible_at <= now()
  const push = <T>(map: Map<string, T[]>, key: string, item: T) => map.set(key, [...(map.get(key) ?? []), item])
  const writes: Writes = {
    next: (oddity) => {
      odd = oddity
    },
    change(platform, id, fields, delay_s = 0) {
      push(edits, `${platform} ${id}`, take(platform, fields, delay_s))
    },
    make(platform, kind, node, delay_s = 0) {
      push(made, `${platform} ${kind}`, { kind, ...take(platform, node, delay_s) })
    },
    of(platform, id, by = 'readers') {
      const found = (edits.get(`${platform} ${id}`) ?? []).filter(is_shown(by))
      return found.length > 0 ? Object.assign({}, ...found.map(({ fields }) => fields)) : undefined
    },
    made: (platform, kind, by = 'readers') =>
      (made.get(`${platform} ${kind}`) ?? [])
        .filter(is_shown(by))
        .map(({ fields }) => ({ ...fields, ...writes.of(platform, String(fields.id), by) })),
    over: (platform, kind, records) =>
      edits.size === 0 ? records : records.map((one) => ({ ...one, ...writes.of(platform, `${kind} ${one.id}`) })),
    accepted: (things) => (odd.is_partial && things.length > 1 ? things.slice(0, -1) : things),
    together(platform, work) {
      is_inside = true
      const result = work()
      is_inside = false
      take(platform, {}, 0)
      return result
    },
    next_id: () => String(FIRST_ID + ++ids),
    count: (platform) => counts.get(platform) ?? 0,
    clear() {
      for (const map of [edits, made, counts]) map.clear()
      odd = {}
    },
  }
  return writes
}
