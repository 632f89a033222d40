// The page before its platform is connected.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { use_org_id } from '../../api/queries.ts'
import { Empty } from '../../components/empty.tsx'
import { t } from '../../lib/language.ts'

export function NotConnected() {
  const org = use_org_id()
  return (
    <Empty
      icon="search"
      title={t('Connect Search Console')}
      action={
        <Button component={Link} to={`/o/${org}/connections`}>
          {t('Connect a platform')}
        </Button>
      }
    >
      {t(
        'This page will show what people search for when they find the site, where it stands, and which queries lost clicks.',
      )}
    </Empty>
  )
}
