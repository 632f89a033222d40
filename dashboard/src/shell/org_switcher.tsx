// The organization of this page, and the way to another one. Each has its own address, so a new tab can hold another organization.
import { Popover, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { Icon } from '../components/icons.tsx'
import { role_name } from '../components/roles.ts'
import { t } from '../lib/language.ts'
import classes from './menus.module.css'
import { type Org, use_org } from './org.ts'
import { use_person } from './signed.tsx'

/** A shorter list is seen as a whole. */
const SEARCHED_FROM = 8

export function OrgSwitcher() {
  const org = use_org()
  const [is_open, set_open] = useState(false)
  return (
    <Popover opened={is_open} onChange={set_open} position="bottom-start" width={280} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.switcher} onClick={() => set_open(!is_open)}>
          <Square name={org.name} />
          <span className={classes.names}>
            <span className={classes.name}>{org.name}</span>
            <span className={classes.role}>{role_name(org.role)}</span>
          </span>
          <VisuallyHidden>{t('Change the organization')}</VisuallyHidden>
          <Icon name="chevrons" size={16} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <Organizations close={() => set_open(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Organizations({ close }: { close: () => void }) {
  const { organizations } = use_person()
  const [wanted, set_wanted] = useState('')
  const text = wanted.trim().toLowerCase()
  const found = organizations.filter(({ name }) => name.toLowerCase().includes(text))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links inside
    <div onKeyDown={move_focus}>
      {organizations.length >= SEARCHED_FROM && (
        <TextInput
          data-autofocus
          leftSection={<Icon name="search" size={16} />}
          placeholder={t('Search organizations')}
          aria-label={t('Search organizations')}
          value={wanted}
          onChange={({ currentTarget }) => set_wanted(currentTarget.value)}
        />
      )}
      <div className={classes.long}>
        <Entries
          title={t('Your organizations')}
          orgs={found.filter(({ agency_org_id }) => agency_org_id === null)}
          close={close}
        />
        <Entries
          title={t('Clients')}
          orgs={found.filter(({ agency_org_id }) => agency_org_id !== null)}
          close={close}
        />
        {found.length === 0 && <p className={classes.nothing}>{t('Nothing has this name.')}</p>}
      </div>
      <Link to="/new" className={`${classes.entry} ${classes.last}`} onClick={close}>
        <Icon name="plus" />
        {t('New organization')}
      </Link>
    </div>
  )
}

function Entries({ title, orgs, close }: { title: string; orgs: Org[]; close: () => void }) {
  const current = use_org()
  if (orgs.length === 0) return null
  return (
    <>
      <p className={classes.title}>{title}</p>
      <ul className={classes.entries} aria-label={title}>
        {orgs.map(({ org_id, name, deleted_at }) => (
          <li key={org_id}>
            <Link
              to={`/o/${org_id}`}
              className={classes.entry!}
              aria-current={org_id === current.org_id ? 'true' : undefined}
              onClick={close}
            >
              <span className={classes.name}>{name}</span>
              {deleted_at !== null && <span className={classes.role}>{t('Ended')}</span>}
              {org_id === current.org_id && <Icon name="check" size={16} />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Arrow keys move between the field and the links. Enter in the field opens the first one. */
function move_focus(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }
  const is_typing = document.activeElement instanceof HTMLInputElement
  if (event.key === 'Enter' && is_typing) stops.find((stop) => stop.matches('li a'))?.click()
  const next = is_typing && event.key !== 'ArrowDown' ? undefined : steps[event.key]
  if (next === undefined) return
  event.preventDefault()
  stops.at(next % stops.length)?.focus()
}

function Square({ name }: { name: string }) {
  return (
    <span className={classes.square} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
