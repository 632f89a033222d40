import type { Area } from '#engine/tool.ts'
import { ads } from '#tools/ads/index.ts'
import { connections } from '#tools/connections/index.ts'
import { mpa } from '#tools/mpa/index.ts'
import { query } from '#tools/query/index.ts'
import { store } from '#tools/store/index.ts'
import { summary } from '#tools/summary/index.ts'

export const areas: Record<string, Area> = { ads, connections, mpa, query, store, summary }
