// The organization of this page, and the way to another one. Each has its own address, so a new tab can hold another organization.
import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Icon } from '../components/icons.tsx'
import { role_name } from '../components/roles.ts'
import { t } from '../lib/language.ts'
import classes from './menus.module.css'
import { type Org, use_org } from './org.ts'
import { use_person } from './signed.tsx'

export function OrgSwitcher() {
  const org = use_org()
  const { organizations } = use_person()
  const own = organizations.filter(({ agency_org_id }) => agency_org_id === null)
  const clients = organizations.filter(({ agency_org_id }) => agency_org_id !== null)
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.switcher}>
          <Square name={org.name} />
          <span className={classes.names}>
            <span className={classes.name}>{org.name}</span>
            <span className={classes.role}>{role_name(org.role)}</span>
          </span>
          <VisuallyHidden>{t('Change the organization')}</VisuallyHidden>
          <Icon name="chevrons" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.long}>
        {own.length > 0 && <Menu.Label>{t('Your organizations')}</Menu.Label>}
        {own.map((one) => (
          <Entry key={one.org_id} org={one} is_current={one.org_id === org.org_id} />
        ))}
        {clients.length > 0 && <Menu.Label>{t('Clients')}</Menu.Label>}
        {clients.map((one) => (
          <Entry key={one.org_id} org={one} is_current={one.org_id === org.org_id} />
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to="/new" leftSection={<Icon name="plus" />}>
          {t('New organization')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Entry({ org, is_current }: { org: Org; is_current: boolean }) {
  return (
    <Menu.Item component={Link} to={`/o/${org.org_id}`} rightSection={is_current && <Icon name="check" size={16} />}>
      {org.name}
    </Menu.Item>
  )
}

function Square({ name }: { name: string }) {
  return (
    <span className={classes.square} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  )
}
