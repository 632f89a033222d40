// Above every page: search, notifications, and the person's own menu. On a phone, the organization stands here too.
import { Kbd, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { account } from '../api/accounts.ts'
import { Icon } from '../components/icons.tsx'
import { t } from '../lib/language.ts'
import classes from './header.module.css'
import { open_search } from './keyboard.tsx'
import { IS_MAC } from './keys.ts'
import menus from './menus.module.css'
import { NotificationBell } from './notification_bell.tsx'
import frame from './org_frame.module.css'
import { OrgSwitcher } from './org_switcher.tsx'
import { use_person } from './signed.tsx'

export function Header() {
  return (
    <header className={frame.header}>
      <div className={classes.on_phone}>
        <OrgSwitcher />
      </div>
      <UnstyledButton className={classes.search} onClick={open_search}>
        <Icon name="search" size={16} />
        <span className={classes.search_text}>{t('Search')}</span>
        <Kbd className={classes.search_key!}>{IS_MAC ? '⌘ K' : 'Ctrl K'}</Kbd>
      </UnstyledButton>
      <NotificationBell />
      <PersonMenu />
    </header>
  )
}

function PersonMenu() {
  const { name, email } = use_person()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = { auto: t('As the system'), light: t('Light'), dark: t('Dark') }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={menus.round} aria-label={t('Your account, {name}', { name })}>
          {[...name.trim()][0]?.toUpperCase() ?? '?'}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.email!}>{email}</Menu.Label>
        <Menu.Item component={Link} to="/account" leftSection={<Icon name="person" />}>
          {t('Account')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('Appearance')}</Menu.Label>
        {(['auto', 'light', 'dark'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            rightSection={scheme === colorScheme && <Icon name="check" size={16} />}
          >
            {schemes[scheme]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="out" />} onClick={() => void sign_out()}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The page is loaded again, so that nothing of this person stays in the memory of the browser. */
export async function sign_out(next = '/sign-in'): Promise<void> {
  await account('sign-out', {}).catch(() => undefined)
  location.assign(next)
}
