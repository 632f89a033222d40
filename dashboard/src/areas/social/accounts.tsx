// All accounts, the one with most followers first. Opening one shows its days.
import { useMemo } from 'react'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { address_id, use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'
import { moment_text } from '../../lib/moments.ts'
import { platform_name } from '../../lib/platforms.ts'
import { use_org } from '../../shell/org.ts'
import type { Account } from './account_choice.tsx'

export default function Accounts() {
  const [, change] = use_address_filter(['tab', 'account', 'find'])
  const answer = use_answer('list_social_accounts', {})
  const columns = use_columns()
  return (
    <AnswerList
      id="accounts"
      title={t('Accounts')}
      answer={answer}
      rows_of={({ accounts }) => accounts}
      columns={columns}
      id_of={({ platform, social_account_id }) => `${platform} ${social_account_id}`}
      texts_of={({ username, name, platform }) => [username, name, platform_name(platform)]}
      open={({ social_account_id }) =>
        change({ tab: undefined, find: undefined, account: address_id(social_account_id) })
      }
      has_freshness
      empty={{ title: t('No accounts'), text: t('The connected networks have no account yet.') }}
    />
  )
}

function use_columns(): Column<Account>[] {
  const language = use_language()
  const { time_zone } = use_org()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      {
        id: 'account',
        title: t('Account'),
        value: ({ username }) => username,
        cell: ({ username, name }) => <TwoLines main={username} quiet={name} />,
        is_main: true,
        width: '40%',
      },
      { id: 'network', title: t('Network'), value: ({ platform }) => platform_name(platform), is_main: true },
      {
        id: 'followers',
        title: t('Followers'),
        value: ({ followers }) => followers,
        figure: { kind: 'count' },
        is_main: true,
      },
      {
        id: 'read',
        title: t('Read'),
        value: ({ followers_read_at }) => followers_read_at,
        cell: ({ followers_read_at }) => (followers_read_at ? moment_text(followers_read_at, time_zone) : '—'),
      },
    ],
    [language, time_zone],
  )
}
