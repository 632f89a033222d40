// Ctrl or ⌘ and K: finds pages and organizations.
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { use_focus_return } from '../components/dialog.tsx'
import { Icon, type IconName } from '../components/icons.tsx'
import { t } from '../lib/language.ts'
import { type Org, use_org } from './org.ts'
import { pages_of } from './pages.ts'
import { use_person } from './signed.tsx'

const SHOWN_MAX = 12

export default function CommandPalette({ close }: { close: () => void }) {
  use_focus_return()
  useEffect(() => spotlight.open(), [])
  const navigate = useNavigate()
  const org = use_org()
  const { organizations } = use_person()
  const pages = pages_of(org).map(({ path, title, icon }) => ({
    id: path || 'start',
    label: title(),
    leftSection: <Icon name={icon} />,
    onClick: () => void navigate({ to: `/o/${org.org_id}/${path}` }),
  }))
  const others = organizations.filter(({ org_id }) => org_id !== org.org_id)
  const actions_of = (list: Org[], icon: IconName) =>
    list.map(({ org_id, name }) => ({
      id: org_id,
      label: name,
      leftSection: <Icon name={icon} />,
      onClick: () => void navigate({ to: `/o/${org_id}` }),
    }))
  const orgs = actions_of(
    others.filter(({ agency_org_id }) => agency_org_id === null),
    'organization',
  )
  const clients = actions_of(
    others.filter(({ agency_org_id }) => agency_org_id !== null),
    'clients',
  )
  const account = {
    id: 'account',
    label: t('Account'),
    leftSection: <Icon name="person" />,
    onClick: () => void navigate({ to: '/account' }),
  }
  return (
    <Spotlight
      shortcut={null}
      onSpotlightClose={close}
      limit={SHOWN_MAX}
      actions={[
        { group: t('Pages'), actions: [...pages, account] },
        ...(orgs.length > 0 ? [{ group: t('Organizations'), actions: orgs }] : []),
        ...(clients.length > 0 ? [{ group: t('Clients'), actions: clients }] : []),
      ]}
      nothingFound={t('Nothing has this name.')}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: t('Search pages and organizations'),
        'aria-label': t('Search pages and organizations'),
      }}
    />
  )
}
