// A session that ends while a page is open. The calls that notice it wait until the person has signed in again, so no form is lost.

let waiting: ((signed_in: boolean) => void)[] = []
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Resolves when the person has signed in, with true, or has closed the dialog. */
export function sign_in_again(): Promise<boolean> {
  return new Promise((done) => {
    waiting = [...waiting, done]
    notify()
  })
}

export function end_waiting(signed_in: boolean): void {
  const calls = waiting
  waiting = []
  notify()
  for (const done of calls) done(signed_in)
}

export const is_waiting = () => waiting.length > 0

export function on_change(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
