// An answer as a tree that folds. Only what is unfolded is in the page, and long lists and texts show their beginning first.
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import classes from './json_view.module.css'

/** Levels that are unfolded at first. */
const OPEN_LEVELS = 2
/** A longer list or object is folded at first. */
const OPEN_ITEMS_MAX = 20
const ITEMS_SHOWN = 100
const TEXT_CHARS_SHOWN = 500
const PREVIEW_CHARS = 72

export function JsonView({ value }: { value: unknown }) {
  return (
    <ul className={classes.tree} lang="en">
      <Item value={value} level={0} />
    </ul>
  )
}

interface ItemProps {
  name?: string
  value: unknown
  level: number
}

type Branch = Record<string, unknown> | unknown[]

const is_branch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

function Item({ name, value, level }: ItemProps) {
  if (is_branch(value)) return <Folding name={name} value={value} level={level} />
  return (
    <li className={classes.leaf}>
      <Name name={name} />
      <Leaf value={value} />
    </li>
  )
}

const Name = ({ name }: { name: string | undefined }) =>
  name === undefined ? null : <span className={classes.name}>{name}: </span>

function Leaf({ value }: { value: unknown }) {
  const [is_whole, set_whole] = useState(false)
  const text = JSON.stringify(value)
  const kind = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'word'
  if (text.length <= TEXT_CHARS_SHOWN || is_whole) return <span data-kind={kind}>{text}</span>
  return (
    <>
      <span data-kind={kind}>{text.slice(0, TEXT_CHARS_SHOWN)}…</span>{' '}
      <More onClick={() => set_whole(true)}>{t('Show all {count} characters', { count: text.length })}</More>
    </>
  )
}

function Folding({ name, value, level }: ItemProps & { value: Branch }) {
  const entries = Object.entries(value)
  const [is_open, set_open] = useState(level === 0 || (level < OPEN_LEVELS && entries.length <= OPEN_ITEMS_MAX))
  const [shown, set_shown] = useState(ITEMS_SHOWN)
  const left = entries.length - shown
  return (
    <li>
      <details open={is_open} onToggle={({ currentTarget }) => set_open(currentTarget.open)}>
        <summary className={classes.summary}>
          <Name name={name} />
          <span className={classes.preview}>{is_open ? count_text(value) : preview_of(value)}</span>
        </summary>
        {is_open && (
          <ul className={classes.items}>
            {entries.slice(0, shown).map(([key, item]) => (
              <Item key={key} name={key} value={item} level={level + 1} />
            ))}
            {left > 0 && (
              <li>
                <More onClick={() => set_shown(shown + ITEMS_SHOWN)}>
                  {t('Show {count} more', { count: Math.min(left, ITEMS_SHOWN) })}
                </More>
              </li>
            )}
          </ul>
        )}
      </details>
    </li>
  )
}

const More = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <UnstyledButton className={classes.more!} onClick={onClick}>
    {children}
  </UnstyledButton>
)

const count_text = (value: Branch): string =>
  Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`

/** The first entries in one line. A list says how many it has. */
function preview_of(value: Branch): string {
  if (Array.isArray(value)) return count_text(value)
  const text = Object.entries(value)
    .slice(0, 6)
    .map(([key, item]) => `${key}: ${is_branch(item) ? count_text(item) : JSON.stringify(item)}`)
    .join(', ')
  return text.length > PREVIEW_CHARS ? `${text.slice(0, PREVIEW_CHARS)}…` : text
}
