// A full disk of the database server, or of this machine. Everything in the queue fails then, so one line in the log says it.
// Memory of the database server that was lacking is remembered too, but no job waits for it.
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

interface Noted {
  sentence: string | undefined
  at_ms: number
}

export class Space {
  readonly #clock: Clock
  readonly #log: Log
  #full: Noted | undefined
  #without_memory: Noted | undefined
  #logged_ms = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, log: Log) {
    this.#clock = clock
    this.#log = log
  }

  /** What every job and the queue lack: space on a disk. */
  get lacking(): string | undefined {
    return this.#recent(this.#full)
  }

  /** What a job or the queue lacked, while others can have enough of it: memory. */
  get lacking_in_part(): string | undefined {
    return this.#recent(this.#without_memory)
  }

  /** True for an error that says that a disk is full. Memory is another matter: a job can be the one that takes it. */
  note(error: unknown): boolean {
    const noted = { sentence: exhaustion_of(error), at_ms: this.#now() }
    if (!noted.sentence) return false
    if (!is_disk_full(error)) {
      this.#without_memory = noted
      return false
    }
    this.#full = noted
    if (noted.at_ms - this.#logged_ms >= LOGGED_EVERY_MS) {
      this.#logged_ms = noted.at_ms
      this.#log.error({ err: error }, `jobs wait: ${noted.sentence}`)
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
        this.#full = undefined
        return result
      } catch (error) {
        const can_wait = attempts_max > 1 && this.#now() - started < WAIT_MAX_MS
        if (!this.note(error) || !can_wait) throw error
        await this.#clock.sleep(AGAIN_MS, signal).catch(() => Promise.reject(error))
      }
    }
  }

  #recent(noted: Noted | undefined): string | undefined {
    return noted && this.#now() - noted.at_ms < FORGOTTEN_AFTER_MS ? noted.sentence : undefined
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
