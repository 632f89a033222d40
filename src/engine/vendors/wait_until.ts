// Waits for a job of the platform, such as a report that it builds in the background.
import type { Api, AwaitedRequest } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import type { Clock } from '#lib/clock.ts'

interface Waiting {
  call: Api['call']
  clock: Clock
  signal: AbortSignal
  title: string
}

/** A job that the platform never finishes is a refusal, so that it does not block the other streams. */
export async function wait_until<Body>(
  { is_done, every_s, for_s, ...request }: AwaitedRequest<Body>,
  { call, clock, signal, title }: Waiting,
): Promise<Body> {
  const ends = clock.now().getTime() + for_s * 1000
  for (;;) {
    const body = await call(request)
    if (is_done(body)) return body
    if (clock.now().getTime() >= ends)
      throw new VendorRefusal('refused', `${title} did not finish a job within ${for_s} seconds.`)
    await clock.sleep(every_s * 1000, signal)
  }
}
