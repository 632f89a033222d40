// The keyboard: g and a key opens a page, ? shows the keys. Keys do nothing while a person types.
import { Kbd, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { t } from '../lib/language.ts'
import { IS_MAC } from './header.tsx'
import classes from './keyboard.module.css'
import { pages_of, use_org } from './org_frame.tsx'

/** The second key must come within this time. */
const SECOND_KEY_MS = 1_500

const is_typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=dialog]') !== null)

export function KeyboardHelp() {
  const org = use_org()
  const navigate = useNavigate()
  const [is_open, set_open] = useState(false)
  const first = useRef(0)
  const keys = pages_of(org).flatMap(({ key, path, title }) => (key ? [{ key, path, title: title() }] : []))
  useEffect(() => {
    const on_key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || is_typing(event.target)) return
      const is_second = event.timeStamp - first.current < SECOND_KEY_MS
      first.current = event.key === 'g' ? event.timeStamp : 0
      const page = is_second ? keys.find(({ key }) => key === event.key) : undefined
      if (page) void navigate({ to: `/o/${org.org_id}/${page.path}` })
      else if (event.key === '?') set_open(true)
    }
    addEventListener('keydown', on_key)
    return () => removeEventListener('keydown', on_key)
  })
  return (
    <Modal
      opened={is_open}
      onClose={() => set_open(false)}
      title={t('Keyboard')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <dl className={classes.keys}>
        <Line keys={[IS_MAC ? '⌘' : 'Ctrl', 'K']} text={t('Search')} />
        <Line keys={['?']} text={t('Show these keys')} />
        {keys.map(({ key, title }) => (
          <Line key={key} keys={['g', key]} text={title} />
        ))}
      </dl>
    </Modal>
  )
}

function Line({ keys, text }: { keys: string[]; text: string }) {
  return (
    <div className={classes.line}>
      <dt>{text}</dt>
      <dd className={classes.pressed}>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}
