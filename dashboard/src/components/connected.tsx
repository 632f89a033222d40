// A page of a module whose figures come from some platforms. Says when the module is off, and when no such platform is connected.
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OrgTools } from '../api/call.ts'
import { use_answer } from '../api/queries.ts'
import { Answered } from './answered.tsx'
import type { IconName } from './icons.tsx'
import { NotConnected, Off } from './nothing.tsx'

const PAGE_PX = 640

interface ConnectedProps {
  module: OrgTools['get_org_settings']['result']['modules'][number]['module']
  /** Whether the figures of the page come from this platform. */
  is_source: (platform: string) => boolean
  icon: IconName
  /** What to connect, and what the page will then show. */
  connect: { title: string; text: string }
  children: ReactNode
}

export function Connected({ module: name, is_source, icon, connect, children }: ConnectedProps) {
  const settings = use_answer('get_org_settings', {})
  const connections = use_answer('list_connections', {})
  const skeleton = <Skeleton height={PAGE_PX} />
  return (
    <Answered of={settings} skeleton={skeleton}>
      {({ modules }) =>
        modules.some(({ module, enabled }) => module === name && !enabled) ? (
          <Off error={null} />
        ) : (
          <Answered of={connections} skeleton={skeleton}>
            {({ connections: list }) =>
              list.some(({ platform, status }) => status === 'active' && is_source(platform)) ? (
                children
              ) : (
                <NotConnected icon={icon} title={connect.title}>
                  {connect.text}
                </NotConnected>
              )
            }
          </Answered>
        )
      }
    </Answered>
  )
}
