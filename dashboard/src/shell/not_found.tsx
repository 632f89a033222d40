// An address without a page.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { use_title } from '../components/page.tsx'
import { t } from '../lib/language.ts'
import { EntryFrame } from './entry_frame.tsx'

export function NotFound() {
  const title = t('There is no such page')
  use_title(title)
  return (
    <EntryFrame title={title} about={t('The address may be old or mistyped.')}>
      <Button component={Link} to="/">
        {t('To the start page')}
      </Button>
    </EntryFrame>
  )
}
