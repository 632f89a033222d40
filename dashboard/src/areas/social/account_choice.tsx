// The account that a tab is about, kept in the address.
import { Select } from '@mantine/core'
import type { OrgTools } from '../../api/call.ts'
import { address_id, id_of, use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { platform_name } from '../../lib/platforms.ts'

export type Account = OrgTools['list_social_accounts']['result']['accounts'][number]

export function use_account(): [string | undefined, (id: string | undefined) => void] {
  const [{ account }, change] = use_address_filter(['account'])
  return [id_of(account), (id) => change({ account: id && address_id(id) })]
}

interface AccountChoiceProps {
  accounts: readonly Account[]
  /** Undefined: all accounts, which can then be chosen. */
  chosen: string | undefined
  choose: (id: string | undefined) => void
  has_all?: boolean
}

export const AccountChoice = ({ accounts, chosen, choose, has_all = false }: AccountChoiceProps) => (
  <Select
    label={t('Account')}
    searchable
    allowDeselect={false}
    data={[
      ...(has_all ? [{ value: '', label: t('All accounts') }] : []),
      ...accounts.map(({ social_account_id, username, platform }) => ({
        value: social_account_id,
        label: `${username} · ${platform_name(platform)}`,
      })),
    ]}
    value={chosen ?? ''}
    onChange={(id) => choose(id || undefined)}
  />
)
