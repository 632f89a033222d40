// What a test does with an image, however it was made.

export interface Running {
  /** Waits until standard output has these words. */
  says(words: RegExp): Promise<void>
  /** Runs a command beside the process. */
  run(command: readonly string[]): Promise<string>
  /** Ends it as a platform of containers does. Returns the exit code. */
  stop(): Promise<number | null>
}

export interface Image {
  /** How it was made. */
  how: string
  /** The command of HEALTHCHECK. */
  health: string[]
  /** Runs a command to its end, confined as compose.yaml confines it. Throws its output when it fails. */
  run(command: readonly string[], env?: Record<string, string>): Promise<string>
  /** Starts what CMD says, in the same way. */
  start(env: Record<string, string>): Running
  remove(): Promise<void>
}

export const READY_MS = 60_000
/** Like stop_grace_period of compose.yaml. */
export const GRACE_SECONDS = 45
