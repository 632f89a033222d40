// Campaigns whose names contain what a person types into the search, those with the most spend first.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { use_org_id } from '../api/queries.ts'

export interface FoundCampaign {
  /** Of query_data. */
  source: string
  name: string
}

const SOURCES = ['social_ads', 'search_ads', 'short_video_ads'] as const
const CHARS_MIN = 2
const OF_SOURCE_MAX = 4
/** A person who types on would make a call for each key. */
const TYPING_MS = 300

export function use_campaigns(typed: string): { campaigns: FoundCampaign[]; has_failed: boolean } {
  const org = use_org_id()
  const text = use_settled(typed.trim())
  const { data = [], isError } = useQuery<FoundCampaign[], Error>({
    queryKey: [org, 'query_data', 'campaigns', text],
    enabled: text.length >= CHARS_MIN,
    queryFn: async ({ signal }) => {
      const found = SOURCES.map(async (source) => {
        const asked = { metric: `${source}.spend`, dimensions: ['campaign'], filters: { campaign: { contains: text } } }
        const { rows } = await call('query_data', asked, { org, signal })
        const names = rows
          .map(({ campaign }) => campaign)
          .filter((name) => typeof name === 'string' && !/^\(/.test(name))
        return names.slice(0, OF_SOURCE_MAX).map((name) => ({ source, name: String(name) }))
      })
      return (await Promise.all(found)).flat()
    },
  })
  return { campaigns: text.length >= CHARS_MIN ? data : [], has_failed: isError }
}

/** What was typed when no key was pressed for a moment. */
function use_settled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
