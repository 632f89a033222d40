// The five steps, and whether each is done.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { use_connections } from '../../api/connections.ts'
import { use_answer } from '../../api/queries.ts'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import { FirstSync } from './first_sync.tsx'

export interface Step {
  title: string
  is_done: boolean
  /** Empty: the step is done, and nothing is left to say. */
  about: string
  action?: ReactNode
  content?: ReactNode
}

/** `is_known`: every answer that the steps need is here. */
export function use_steps(): { steps: Step[]; is_known: boolean } {
  const { org_id, currency, time_zone } = use_org()
  const connections = use_connections()
  const members = use_answer('list_members', {})
  const invitations = use_answer('list_invitations', { limit: 1 })
  const keys = use_answer('list_api_keys', {})
  const connected = connections.data?.connections ?? []
  const is_read = connected.some(({ last_sync }) => last_sync !== null)
  const people = (members.data?.total ?? 0) + (invitations.data?.total ?? 0)
  const has_key = (keys.data?.total ?? 0) > 0
  const to = (path: string, verb: string, is_quiet = false) => (
    <Button component={Link} to={`/o/${org_id}/${path}`} size="xs" variant={is_quiet ? 'subtle' : 'default'}>
      {verb}
    </Button>
  )
  const steps: Step[] = [
    {
      title: t('Connect a platform'),
      is_done: connected.length > 0,
      about:
        connected.length > 0 ? '' : t('Your store and your ads first. Nothing is changed there without an approval.'),
      action: connected.length === 0 && to('connections', t('Connect')),
    },
    {
      title: t('The first sync'),
      is_done: is_read,
      about: is_read ? '' : t('The newest days are read first, so the first figures are here after minutes.'),
      content: connected.length > 0 && <FirstSync connections={connected} />,
    },
    {
      title: t('Time zone and currency'),
      is_done: true,
      about: t('Days are those of {time_zone}. Totals are in {currency}.', {
        time_zone: time_zone.replaceAll('_', ' '),
        currency,
      }),
      action: to('settings/organization', t('Change'), true),
    },
    {
      title: t('Invite somebody'),
      is_done: people > 1,
      about: people > 1 ? '' : t('Colleagues see the same figures, each with a role.'),
      action: people <= 1 && to('settings/members', t('Invite')),
    },
    {
      title: t('Plug an agent in'),
      is_done: has_key,
      about: has_key ? '' : t('A key lets Claude or another agent ask for your figures.'),
      action: !has_key && to('settings/keys', t('Create a key')),
    },
  ]
  return { steps, is_known: [connections, members, invitations, keys].every(({ data }) => data !== undefined) }
}
