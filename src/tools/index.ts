import type { Area } from '#engine/tool.ts'

export const areas: Record<string, Area> = {}
