// The first half of an orderly stop: clients and load balancers are informed and have time to change to another process.
// Closing a connection immediately could lose a request that is being sent, and clients must not repeat a POST by themselves.
import type { Server } from 'node:http'
import { setImmediate as after_polling, setTimeout as sleep } from 'node:timers/promises'

/**
 * Keeps answering for this many seconds if any client is connected. The code that calls `drain` makes sure that /readyz fails
 * and that each answer closes its connection during this time.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  const connections = await new Promise<number>((done) => server.getConnections((_, count) => done(count ?? 0)))
  // The wait does not end early when the last client disconnects: a load balancer that has not yet checked /readyz sends more.
  if (connections > 0) await sleep(seconds * 1000)
  // Accepts the connections in the kernel's queue. Closing the listening socket would reset them.
  await after_polling()
}
