// How often something is done, as declarations write it.

const units_ms = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** The milliseconds of '15m', '1h' or '1d'. */
export function every_ms(every: string): number {
  const match = /^(\d+)([mhd])$/.exec(every)
  if (!match) throw new RangeError(`'${every}' is no interval`)
  return Number(match[1]) * units_ms[match[2] as keyof typeof units_ms]
}
