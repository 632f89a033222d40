// The ad groups of Google Ads, of all campaigns or of one.
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { NotConnected } from '../../components/nothing.tsx'
import { t } from '../../lib/language.ts'
import { dates_of } from '../../lib/period.ts'
import { ROWS_MAX } from './campaign_answers.ts'
import type { TabProps } from './campaigns.tsx'
import { Level } from './level.tsx'
import { Lower } from './lower.tsx'
import { use_campaign_names } from './names.ts'
import { type AdList, row_name } from './rows.ts'
import { Only, use_within } from './within.tsx'

type Answer = OrgTools['list_gx_ad_groups']['result']

export default function AdGroups({ period, platforms }: TabProps) {
  const is_connected = platforms.includes('gx_ads')
  const { within, clear } = use_within()
  const of = within.campaign_id === undefined ? {} : { campaign_id: within.campaign_id }
  const { current, before } = period
  const answer = use_answer(
    'list_gx_ad_groups',
    { ...of, ...dates_of(current), limit: ROWS_MAX },
    { enabled: is_connected, keeps: true },
  )
  const compared = use_answer(
    'list_gx_ad_groups',
    { ...of, ...dates_of(before ?? current), limit: 1 },
    { enabled: is_connected && before !== null },
  )
  const names = use_campaign_names(current, is_connected)
  if (!is_connected)
    return (
      <NotConnected title={t('Google Ads is not connected')}>
        {t('This tab will show the ad groups of Google Ads, with what each costs and brings.')}
      </NotConnected>
    )
  return (
    <Level
      id="ad_groups"
      title={t('Ad groups')}
      list={{ ...answer, data: answer.data && listed(answer.data, names) }}
      before={before === null ? undefined : compared.data}
      period={period}
      more={({ own_id, campaign_id }) => own_id && campaign_id && <Lower campaign={campaign_id} ad_group={own_id} />}
    >
      <Only within={of} name_of={(id) => names.get(id)} clear={clear} />
    </Level>
  )
}

function listed({ ad_groups, ...answer }: Answer, names: ReadonlyMap<string, string>): AdList {
  return {
    ...answer,
    rows: ad_groups.map(({ ad_group_id, name, campaign_id = '', campaign, conversion_value, ...row }) => ({
      ...row,
      status: row.status,
      account: row.account,
      id: ad_group_id ?? `rest-${campaign_id}`,
      own_id: ad_group_id,
      name: row_name(name, ad_group_id),
      about: campaign ?? names.get(campaign_id) ?? null,
      campaign_id,
      conversion_value,
    })),
  }
}
