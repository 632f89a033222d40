// Moves the keyboard into a part of the page that takes the place of another one, whose button had it.
import { type RefObject, useEffect, useRef } from 'react'

export function use_first_focus<E extends HTMLElement>(is_wanted = true): RefObject<E | null> {
  const element = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the part appears
  useEffect(() => {
    if (is_wanted) element.current?.focus()
  }, [])
  return element
}
