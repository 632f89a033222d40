// A page whose script does not load, or that fails while it draws.
import { Button } from '@mantine/core'
import { Notice } from '../components/notice.tsx'
import { use_title } from '../components/page.tsx'
import { t } from '../lib/language.ts'
import classes from './entry_frame.module.css'

const IS_MISSING_SCRIPT = /dynamically imported module|preload/i

export function RouteFailed({ error }: { error: unknown }) {
  const is_missing = error instanceof Error && IS_MISSING_SCRIPT.test(error.message)
  const title = is_missing ? t('Tablero was updated') : t('This page failed')
  use_title(title)
  return (
    <main className={classes.alone}>
      <h1 className={classes.title}>{title}</h1>
      <Notice
        kind={is_missing ? 'info' : 'bad'}
        action={<Button onClick={() => location.reload()}>{t('Load the page again')}</Button>}
      >
        <p>
          {is_missing
            ? t('The page that is open belongs to the version before.')
            : t('Your data is safe. Loading the page again often helps.')}
        </p>
      </Notice>
    </main>
  )
}
