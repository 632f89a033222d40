// The keyboard: Ctrl or ⌘ and K searches, g and a key opens a page, ? shows the keys. Single keys do nothing while a person types.
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { use_org } from './org.ts'
import { pages_of } from './pages.ts'

// Dialogs are loaded when they open, so that the first page is drawn sooner.
const CommandPalette = lazy(() => import('./command_palette.tsx'))
const KeyboardHelp = lazy(() => import('./keyboard_help.tsx'))

/** The second key must come within this time. */
const SECOND_KEY_MS = 1_500
/** No first key was pressed. Zero would be one at the time at which the page was opened. */
const NEVER = Number.NEGATIVE_INFINITY
const SEARCH_EVENT = 'tablero:search'

export const open_search = () => dispatchEvent(new Event(SEARCH_EVENT))

const is_typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null)

const is_search = ({ key, ctrlKey, metaKey }: KeyboardEvent) => (ctrlKey || metaKey) && key.toLowerCase() === 'k'

export function Keyboard() {
  const org = use_org()
  const navigate = useNavigate()
  const [opened, set_opened] = useState<'search' | 'help'>()
  const first = useRef(NEVER)
  useEffect(() => {
    const on_search = () => set_opened('search')
    const on_key = (event: KeyboardEvent) => {
      if (is_search(event)) {
        event.preventDefault()
        return on_search()
      }
      if (event.ctrlKey || event.metaKey || event.altKey || is_typing(event.target)) return
      const is_second = event.timeStamp - first.current < SECOND_KEY_MS
      first.current = event.key === 'g' ? event.timeStamp : NEVER
      const page = is_second ? pages_of(org).find(({ key }) => key === event.key) : undefined
      if (page) {
        event.preventDefault()
        void navigate({ to: `/o/${org.org_id}/${page.path}` })
      } else if (event.key === '?') set_opened('help')
    }
    // Before the keys of the page, which leave alone what is handled here.
    addEventListener('keydown', on_key, { capture: true })
    addEventListener(SEARCH_EVENT, on_search)
    return () => {
      removeEventListener('keydown', on_key, { capture: true })
      removeEventListener(SEARCH_EVENT, on_search)
    }
  }, [org, navigate])
  const close = () => set_opened(undefined)
  return (
    <Suspense>
      {opened === 'search' && <CommandPalette close={close} />}
      {opened === 'help' && <KeyboardHelp close={close} />}
    </Suspense>
  )
}
