// The second level of a page: tabs, whose choice is in the address. Arrow keys move between them.
import { Skeleton, Tabs } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { use_address_filter } from '../lib/address_filter.ts'
import classes from './page_tabs.module.css'

/** Of a tab whose script is being loaded. */
const TAB_PX = 520

interface PageTab {
  id: string
  title: string
  content: ReactNode
}

interface PageTabsProps {
  label: string
  /** The first one is shown without a choice. */
  tabs: readonly PageTab[]
  /** Names in the address that belong to one tab, and end with it. */
  forgets?: readonly string[]
}

export function PageTabs({ label, tabs, forgets = [] }: PageTabsProps) {
  const [{ tab }, change] = use_address_filter(['tab', ...forgets])
  const first = tabs[0]!.id
  const chosen = tabs.find(({ id }) => id === tab)?.id ?? first
  const choose = (id: string | null) =>
    change({
      ...Object.fromEntries(forgets.map((name) => [name, undefined])),
      tab: id === null || id === first ? undefined : id,
    })
  return (
    <Tabs value={chosen} onChange={choose} keepMounted={false}>
      <Tabs.List aria-label={label} className={classes.list!}>
        {tabs.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id} className={classes.tab!}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id} className={classes.panel!}>
          <Suspense fallback={<Skeleton height={TAB_PX} />}>{content}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
