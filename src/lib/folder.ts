import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents. Node's own recursive mkdir never ends where a file system answers ENOENT although the parent
 * exists, as /proc does (Node 26, tried 2026-11).
 */
export function make_folder(path: string, mode?: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error
    make_folder(dirname(path), mode)
    make_folder(path, mode)
  }
}
