// Spreads the work of many requests over the cycles of the event loop. A cycle handles all requests that have arrived, and fifty lists
// in one cycle would delay every other caller by their sum.

let last: Promise<void> = Promise.resolve()

/** Resolves in a later cycle of the event loop, for one caller in each cycle, in the order of the calls. */
export function next_cycle(): Promise<void> {
  last = last.then(() => new Promise((done) => setImmediate(done)))
  return last
}
