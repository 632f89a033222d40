// What a part of the page shows when it has no rows: why, and the one thing to do.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { use_org_id } from '../api/queries.ts'
import { t } from '../lib/language.ts'
import { Empty } from './empty.tsx'
import type { IconName } from './icons.tsx'

/** The tool belongs to a module that the organization does not have. */
export const Off = ({ error }: { error: Error | null }) => (
  <Empty icon="modules" title={t('The module of these figures is off')}>
    {error?.message || t('The operator of this Tablero switches modules.')}
  </Empty>
)

/** Links to other pages have the look of a button. */
function ToConnections() {
  const org = use_org_id()
  return (
    <Button component={Link} to={`/o/${org}/connections`}>
      {t('Connect a platform')}
    </Button>
  )
}

interface NotConnectedProps {
  icon?: IconName
  title: string
  /** What the page or its part will show. */
  children: string
}

export const NotConnected = ({ icon = 'plug', title, children }: NotConnectedProps) => (
  <Empty icon={icon} title={title} action={<ToConnections />}>
    {children}
  </Empty>
)

interface NothingMatchesProps {
  find: string | undefined
  clear: () => void
  /** Shown without a filter. Default: nothing in the days of the page. */
  empty?: { title: string; text: string } | undefined
}

export function NothingMatches({ find, clear, empty }: NothingMatchesProps) {
  if (find === undefined)
    return (
      <Empty icon="rows" title={empty?.title ?? t('Nothing in these days')}>
        {empty?.text ?? t('No row has figures in the period. Choose other days.')}
      </Empty>
    )
  return (
    <Empty
      icon="search"
      title={t('Nothing contains “{find}”', { find })}
      action={
        <Button variant="default" onClick={clear}>
          {t('Remove the filter')}
        </Button>
      }
    >
      {t('The filter leaves nothing.')}
    </Empty>
  )
}
