// The tools by area. The search looks at names and descriptions.
import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ToolToTry } from '../../api/tool_list.ts'
import { Icon } from '../../components/icons.tsx'
import { folded } from '../../lib/folded.ts'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import { area_title, effect_name, may_call, who_can } from './tool_words.ts'
import classes from './try.module.css'

/** Every word of the search is in the name, the description or the area. */
function matches(tool: ToolToTry, search: string): boolean {
  const text = folded(`${tool.name} ${tool.name.replaceAll('_', ' ')} ${tool.description} ${area_title(tool)}`)
  return folded(search)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

export function ToolList({ tools, chosen }: { tools: ToolToTry[]; chosen: string | undefined }) {
  const [search, set_search] = useState('')
  const found = [
    ...Map.groupBy(
      tools.filter((tool) => matches(tool, search)),
      area_title,
    ),
  ]
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('Search tools')}
        placeholder={t('Search tools')}
        leftSection={<Icon name="search" size={16} />}
        value={search}
        onChange={({ currentTarget }) => set_search(currentTarget.value)}
      />
      <nav
        className={classes.list}
        aria-label={t('Tools')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls
        tabIndex={0}
      >
        {found.length === 0 && <p className={classes.quiet}>{t('Nothing has this name.')}</p>}
        {found.map(([title, own]) => (
          <section key={title} aria-label={title}>
            <p className={classes.area}>{title}</p>
            <ul className={classes.entries}>
              {own.map((tool) => (
                <Entry key={tool.name} tool={tool} is_chosen={tool.name === chosen} />
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </>
  )
}

/** A tool that the role may not call can still be read about. Its entry says who can call it. */
function Entry({ tool, is_chosen }: { tool: ToolToTry; is_chosen: boolean }) {
  const org = use_org()
  const is_allowed = may_call(org, tool)
  return (
    <li>
      <Link
        to={`/o/${org.org_id}/settings/try`}
        search={{ tool: tool.name } as never}
        activeOptions={{ exact: true, includeSearch: true }}
        className={classes.entry!}
        data-chosen={is_chosen}
        data-allowed={is_allowed}
      >
        <span className={classes.entry_name}>{tool.name}</span>
        <span className={classes.entry_mark}>{is_allowed ? effect_name(tool.effect) : who_can(tool)}</span>
      </Link>
    </li>
  )
}
