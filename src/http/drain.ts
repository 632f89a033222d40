// The first half of an orderly stop: those who send requests are told, and have time to turn elsewhere, before any door is shut. A
// connection closed between two requests loses the one on its way, and a POST is not sent again by anybody who knows the rules.
import type { Server } from 'node:http'
import { setImmediate as after_polling, setTimeout as sleep } from 'node:timers/promises'

/**
 * Goes on answering for this long, if anybody is connected at all. /readyz says no meanwhile, and each answer ends its connection;
 * the caller sees to both.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  const connections = await new Promise<number>((done) => server.getConnections((_, count) => done(count ?? 0)))
  // Not less where they come and go: a balancer that has not looked yet sends the next one here.
  if (connections > 0) await sleep(seconds * 1000)
  // Whoever has just connected is let in before the door shuts: what still waits in the kernel's queue then would be reset.
  await after_polling()
}
