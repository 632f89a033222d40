// A session that receives the notifications of committed events. A lost session is replaced, and the poll of the dispatcher covers the gap.
import { type Pool, send } from '#db/pool.ts'
import { CHANNEL } from '#engine/outbound_webhooks/emit.ts'
import type { Clock } from '#lib/clock.ts'

const REOPEN_MS = 1_000
/** The pool may have kept a connection whose server is lost. */
const ANSWER_MS = 5_000

export class Listener {
  readonly #stopping = Promise.withResolvers<void>()
  readonly #listening: Promise<void>
  #is_stopping = false

  constructor(parts: { pool: Pool; clock: Pick<Clock, 'sleep'> }, heard: (webhook_id: string) => void) {
    this.#listening = this.#listen(parts, heard)
  }

  async stop(): Promise<void> {
    this.#is_stopping = true
    this.#stopping.resolve()
    await this.#listening
  }

  async #listen(
    { pool, clock }: { pool: Pool; clock: Pick<Clock, 'sleep'> },
    heard: (webhook_id: string) => void,
  ): Promise<void> {
    while (!this.#is_stopping) {
      const session = await pool.org.connect().catch(() => undefined)
      if (session) {
        const lost = Promise.withResolvers<void>()
        session.on('notification', ({ payload }) => heard(payload!))
        session.on('error', () => lost.resolve())
        session.on('end', () => lost.resolve())
        send(session, { text: `listen ${CHANNEL}` }, ANSWER_MS).catch(() => lost.resolve())
        await Promise.race([lost.promise, this.#stopping.promise])
        session.release(true)
      }
      if (!this.#is_stopping) await Promise.race([clock.sleep(REOPEN_MS), this.#stopping.promise])
    }
  }
}
