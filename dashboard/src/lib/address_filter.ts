// A filter of a page, kept in the address: a link shows the same, and the way back works.
import { useLocation, useNavigate } from '@tanstack/react-router'

type Filter<Name extends string> = Partial<Record<Name, string | undefined>>

export function use_address_filter<const Name extends string>(
  names: readonly Name[],
): [Filter<Name>, (changes: Filter<Name>) => void] {
  const { pathname, searchStr } = useLocation()
  const navigate = useNavigate()
  const now = new URLSearchParams(searchStr)
  const filter = Object.fromEntries(names.map((name) => [name, now.get(name) || undefined])) as Filter<Name>
  const change = (changes: Filter<Name>) => {
    const next = new URLSearchParams(searchStr)
    for (const [name, value] of Object.entries<string | undefined>(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    void navigate({ href: next.size > 0 ? `${pathname}?${next}` : pathname, replace: true })
  }
  return [filter, change]
}

const ID_PREFIX = 'id-'

/** Begins with a word, because the router reads a long number of the address as a rounded one. */
export const address_id = (id: string): string => ID_PREFIX + id

/** The id that `address_id` wrote. */
export const id_of = (text: string | undefined): string | undefined =>
  text?.startsWith(ID_PREFIX) ? text.slice(ID_PREFIX.length) : text
