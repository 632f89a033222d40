// All pages on a phone, behind the menu of the bar.
import { Dialog } from '../components/dialog.tsx'
import { t } from '../lib/language.ts'
import { PageList } from './side_bar.tsx'

export default function MenuDialog({ close }: { close: () => void }) {
  return (
    <Dialog close={close} title={t('Pages')} is_full_screen>
      <nav aria-label={t('Pages')}>
        <PageList />
      </nav>
    </Dialog>
  )
}
