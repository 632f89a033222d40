import { glob } from 'node:fs/promises'

/** The patterns that no file matches. A misspelled name beside others would leave out its tests without a word. */
export async function without_files(root: string, patterns: readonly string[]): Promise<string[]> {
  const counts = await Promise.all(patterns.map((pattern) => Array.fromAsync(glob(pattern, { cwd: root }))))
  return patterns.filter((_, at) => counts[at]!.length === 0)
}
