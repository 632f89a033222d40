// Ctrl or ⌘ and K: finds pages, organizations, tools and campaigns.
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type ListedTool, use_listed_tools } from '../api/tool_list.ts'
import { use_focus_return } from '../components/dialog.tsx'
import { Icon, type IconName } from '../components/icons.tsx'
import { t } from '../lib/language.ts'
import { type FoundCampaign, use_campaigns } from './found_campaigns.ts'
import { type Org, use_org } from './org.ts'
import { pages_of } from './pages.ts'
import { use_person } from './signed.tsx'

/** Of all groups together. */
const SHOWN_MAX = 14

export default function CommandPalette({ close }: { close: () => void }) {
  use_focus_return()
  useEffect(() => spotlight.open(), [])
  const [typed, type] = useState('')
  const org = use_org()
  const { organizations } = use_person()
  const { data: tools = [] } = use_listed_tools()
  const { campaigns, has_failed } = use_campaigns(typed)
  const others = organizations.filter(({ org_id }) => org_id !== org.org_id)
  const entry = use_entry()
  const groups = [
    { group: t('Pages'), actions: page_entries(org).map(entry) },
    {
      group: t('Organizations'),
      actions: others
        .filter((one) => !is_client(one))
        .map(org_entry)
        .map(entry),
    },
    { group: t('Clients'), actions: others.filter(is_client).map(org_entry).map(entry) },
    { group: t('Campaigns'), actions: campaigns.map((found) => campaign_entry(org, found)).map(entry) },
    // Before a person types, pages come first. Nobody looks through all tools here.
    { group: t('Tools'), actions: typed === '' ? [] : tools.map((tool) => tool_entry(org, tool)).map(entry) },
  ]
  return (
    <Spotlight
      shortcut={null}
      onSpotlightClose={close}
      query={typed}
      onQueryChange={type}
      limit={SHOWN_MAX}
      scrollable
      attributes={{ content: { 'aria-label': t('Search') } }}
      actions={groups.filter(({ actions }) => actions.length > 0)}
      nothingFound={has_failed ? t('Campaigns cannot be searched now.') : t('Nothing has this name.')}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: t('Search pages, organizations, tools and campaigns'),
        'aria-label': t('Search pages, organizations, tools and campaigns'),
      }}
    />
  )
}

interface Entry {
  id: string
  label: string
  icon: IconName
  to: string
  /** Words by which it is found too. */
  keywords?: string
}

function use_entry() {
  const navigate = useNavigate()
  return ({ icon, to, ...entry }: Entry) => ({
    ...entry,
    leftSection: <Icon name={icon} />,
    onClick: () => void navigate({ href: to }),
  })
}

const page_entries = (org: Org): Entry[] => [
  ...pages_of(org).map(({ path, title, icon }) => ({
    id: path || 'start',
    label: title(),
    icon,
    to: `/o/${org.org_id}${path === '' ? '' : `/${path}`}`,
  })),
  { id: 'account', label: t('Account'), icon: 'person', to: '/account' },
]

const is_client = ({ agency_org_id }: Org) => agency_org_id !== null

const org_entry = ({ org_id, name, agency_org_id }: Org): Entry => ({
  id: org_id,
  label: name,
  icon: agency_org_id === null ? 'organization' : 'clients',
  to: `/o/${org_id}`,
})

const tool_entry = ({ org_id }: Org, { name, description }: ListedTool): Entry => ({
  id: `tool ${name}`,
  label: name,
  icon: 'try',
  keywords: `${name.replaceAll('_', ' ')} ${description}`,
  to: `/o/${org_id}/settings/try?tool=${name}`,
})

function campaign_entry({ org_id }: Org, { source, name }: FoundCampaign): Entry {
  const question = new URLSearchParams({
    metric: `${source}.spend`,
    by: 'date',
    where: JSON.stringify({ campaign: name }),
  })
  return { id: `campaign ${source} ${name}`, label: name, icon: 'explore', to: `/o/${org_id}/explore?${question}` }
}
