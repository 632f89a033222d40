// The memory of a process and of all processes that it started, as Linux counts it. Other systems have no such files, and the answer is 0.
import { readdir, readFile } from 'node:fs/promises'

const PAGE_BYTES = 4096

export async function memory_of(root: number): Promise<number> {
  const parents = new Map<number, number>()
  const names = await readdir('/proc').catch(() => [])
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The name of the program is in parentheses and can have any character. The parent follows after the state.
    const parent = Number(
      stat
        .slice(stat.lastIndexOf(')') + 1)
        .trim()
        .split(' ')[1],
    )
    if (parent > 0) parents.set(Number(name), parent)
  }
  const is_within = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || is_within(parents.get(pid)))
  let bytes = 0
  for (const pid of parents.keys()) {
    if (!is_within(pid)) continue
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
    const [, resident = 0, shared = 0] = statm.split(' ').map(Number)
    bytes += (resident - shared) * PAGE_BYTES
  }
  return bytes
}
