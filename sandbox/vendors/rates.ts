// Limits of requests in the form of token buckets: a burst, and the rate at which it fills again.
export interface Limit {
  per_second: number
  burst: number
}

export function create_buckets(now: () => number) {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    /** Counts a request. False: the bucket is empty. */
    take(name: string, { per_second, burst }: Limit): boolean {
      const at = now()
      const last = buckets.get(name)
      // The control API can set the clock back. Later requests then never happened.
      const filled = last && at >= last.at ? Math.min(burst, last.left + ((at - last.at) / 1000) * per_second) : burst
      const is_free = filled >= 1
      buckets.set(name, { left: is_free ? filled - 1 : filled, at })
      return is_free
    },
  }
}
