// A full disk of the database server, or of this machine. Everything in the queue fails then, so one line in the log says it.
import { exhaustion_of, is_disk_full } from '#db/exhausted.ts'
import type { JobParts } from '#engine/job.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** Time between two log lines. */
const LOGGED_EVERY_MS = 60_000
/** Time between two attempts of a job that waits for space. */
const AGAIN_MS = 30_000
/** The longest wait of one attempt. The queue gives a job to another worker after four hours, and cannot renew locks on a full disk. */
const WAIT_MAX_MS = 2 * 3_600_000
/** Without a new error for this time, there is space: jobs that wait try more often. */
const FORGOTTEN_AFTER_MS = 3 * AGAIN_MS

export type WorkerParts = JobParts & { space: Space }

export class Space {
  readonly #clock: Clock
  readonly #log: Log
  #sentence: string | undefined
  #noted_ms = Number.NEGATIVE_INFINITY
  #logged_ms = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, log: Log) {
    this.#clock = clock
    this.#log = log
  }

  /** What was lacking when a job or the queue last needed it. */
  get lacking(): string | undefined {
    return this.#now() - this.#noted_ms < FORGOTTEN_AFTER_MS ? this.#sentence : undefined
  }

  /** True for an error that says that a disk is full. Memory is another matter: a job can be the one that takes it. */
  note(error: unknown): boolean {
    if (!is_disk_full(error)) return false
    const now = this.#now()
    this.#sentence = exhaustion_of(error)
    this.#noted_ms = now
    if (now - this.#logged_ms >= LOGGED_EVERY_MS) {
      this.#logged_ms = now
      this.#log.error({ err: error }, `jobs wait: ${this.#sentence}`)
    }
    return true
  }

  /**
   * Repeats the work of a job while the disk is full, as one attempt: a disk can be full for longer than the attempts of a job last. A job
   * that declares a single attempt fails, and what is scheduled next finds its work again.
   */
  async repeated<T>(
    { attempts_max }: { attempts_max: number },
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const started = this.#now()
    for (;;) {
      try {
        const result = await work()
        this.#sentence = undefined
        return result
      } catch (error) {
        const can_wait = attempts_max > 1 && this.#now() - started < WAIT_MAX_MS
        if (!this.note(error) || !can_wait) throw error
        await this.#clock.sleep(AGAIN_MS, signal).catch(() => Promise.reject(error))
      }
    }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
