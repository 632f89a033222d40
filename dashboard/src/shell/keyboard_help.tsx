// The list of keys.
import { Kbd } from '@mantine/core'
import { Dialog } from '../components/dialog.tsx'
import { t } from '../lib/language.ts'
import classes from './keyboard.module.css'
import { IS_MAC } from './keys.ts'
import { use_org } from './org.ts'
import { pages_of } from './pages.ts'

export default function KeyboardHelp({ close }: { close: () => void }) {
  const pages = pages_of(use_org())
  return (
    <Dialog close={close} title={t('Keyboard')}>
      <dl className={classes.keys}>
        <Line keys={[IS_MAC ? '⌘' : 'Ctrl', 'K']} text={t('Search')} />
        <Line keys={['?']} text={t('Show these keys')} />
        <Line keys={['t']} text={t('Period')} />
        <Line keys={['c']} text={t('Comparison')} />
        {pages.map(({ key, title }) => key && <Line key={key} keys={['g', key]} text={title()} />)}
      </dl>
    </Dialog>
  )
}

function Line({ keys, text }: { keys: string[]; text: string }) {
  return (
    <div className={classes.line}>
      <dt>{text}</dt>
      <dd className={classes.pressed}>
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dd>
    </div>
  )
}
