/**
 * Loads with the first call. A failure is not kept: beside a running process, `npm ci` deletes the packages and installs them again, and
 * a load in between fails.
 */
export function load_once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load().catch((error) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}
