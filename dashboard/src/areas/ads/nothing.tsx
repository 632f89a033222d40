// What a part of the page shows when it has no rows: why, and the one thing to do.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { use_org_id } from '../../api/queries.ts'
import { Empty } from '../../components/empty.tsx'
import { t } from '../../lib/language.ts'

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

export const NotConnected = ({ title, children }: { title: string; children: string }) => (
  <Empty icon="ads" title={title} action={<ToConnections />}>
    {children}
  </Empty>
)

export function NothingMatches({ find, clear }: { find: string | undefined; clear: () => void }) {
  if (find === undefined)
    return (
      <Empty icon="ads" title={t('Nothing in these days')}>
        {t('No row has figures in the period. Choose other days.')}
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
