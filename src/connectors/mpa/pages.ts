/**
 * The offset of the next page: behind the records that were seen. A page can be shorter than asked for, and a record can come twice, so
 * neither the size of a page nor the number of its records is how far the list was read.
 */
export function next_offset(seen: Set<string>, offset: number, page: readonly { id: string }[]): number {
  for (const { id } of page) seen.add(id)
  return Math.max(seen.size, offset + 1)
}
