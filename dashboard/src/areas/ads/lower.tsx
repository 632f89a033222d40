// Links from a campaign or a group to what is inside of it. The period of the page stays.
import { Button } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { address_id } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import classes from './ads.module.css'

interface LowerProps {
  campaign: string
  /** Undefined: the whole campaign. */
  ad_group?: string
}

export const Lower = ({ campaign, ad_group }: LowerProps) => (
  <div className={classes.links}>
    {ad_group === undefined && (
      <TabLink tab="ad_groups" within={{ campaign: address_id(campaign) }}>
        {t('Its ad groups')}
      </TabLink>
    )}
    <TabLink
      tab="ads"
      within={ad_group === undefined ? { campaign: address_id(campaign) } : { ad_group: address_id(ad_group) }}
    >
      {t('Its ads')}
    </TabLink>
  </div>
)

const OF_THE_PERIOD = ['period', 'compare', 'v']

function TabLink({ tab, within, children }: { tab: string; within: Record<string, string>; children: string }) {
  const { pathname, searchStr } = useLocation()
  const navigate = useNavigate()
  const kept = [...new URLSearchParams(searchStr)].filter(([name]) => OF_THE_PERIOD.includes(name))
  const href = `${pathname}?${new URLSearchParams([...kept, ['tab', tab], ...Object.entries(within)])}`
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ href })
  }
  return (
    <Button component="a" href={href} variant="default" onClick={open}>
      {children}
    </Button>
  )
}
