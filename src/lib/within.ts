// A limit for the wait for work that has none of its own.

/** The work did not end in time. It may still be running. */
export class Late extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms} ms`)
  }
}

/** Waits for the work, at most this long. Ends the wait only, not the work, whose later failure is nobody's. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Late(ms)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
