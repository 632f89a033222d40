// The ads of Google Ads: of all campaigns, of one, or of one group. The drawer has the texts of the ad.

import { Skeleton } from '@mantine/core'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { NotConnected } from '../../components/nothing.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import type { Days } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { dates_of } from '../../lib/period.ts'
import classes from './ads.module.css'
import { ROWS_MAX } from './campaign_answers.ts'
import type { TabProps } from './campaigns.tsx'
import { Level } from './level.tsx'
import { use_campaign_names } from './names.ts'
import { type AdList, row_name } from './rows.ts'
import { Only, use_within } from './within.tsx'

type Answer = OrgTools['list_gx_ads_ads']['result']
type Ad = Answer['ads'][number]

/** A list of at most this many ads has their texts. */
const WHOLE_ROWS_MAX = 10
const TEXTS_PX = 200

export default function SingleAds({ period, platforms }: TabProps) {
  const is_connected = platforms.includes('gx_ads')
  const { within, clear } = use_within()
  const { current, before } = period
  const answer = use_answer(
    'list_gx_ads_ads',
    { ...within, ...dates_of(current), limit: ROWS_MAX },
    { enabled: is_connected, keeps: true },
  )
  const compared = use_answer(
    'list_gx_ads_ads',
    { ...within, ...dates_of(before ?? current), limit: 1 },
    { enabled: is_connected && before !== null },
  )
  const names = use_campaign_names(current, is_connected)
  if (!is_connected)
    return (
      <NotConnected title={t('Google Ads is not connected')}>
        {t('This tab will show each ad of Google Ads with its texts, and what it costs and brings.')}
      </NotConnected>
    )
  const ads = answer.data?.ads ?? []
  return (
    <Level
      id="ads"
      title={t('Single ads')}
      list={{ ...answer, data: answer.data && listed(answer.data) }}
      before={before === null ? undefined : compared.data}
      period={period}
      more={({ own_id }) => {
        const group = ads.find(({ ad_id }) => ad_id === own_id)?.ad_group_id
        return own_id && group && <Texts ad_id={own_id} ad_group_id={group} days={current} />
      }}
    >
      <Only
        within={within}
        name_of={(id) => names.get(id) ?? ads.find(({ ad_group_id }) => ad_group_id === id)?.ad_group ?? undefined}
        clear={clear}
      />
    </Level>
  )
}

function listed({ ads, ...answer }: Answer): AdList {
  return {
    ...answer,
    rows: ads.map((ad) => ({
      ...ad,
      status: ad.status,
      account: ad.account,
      id: ad.ad_id ?? `rest-${ad.campaign_id ?? ''}-${ad.ad_group_id ?? ''}-${ad.account ?? ''}-${ad.spend}`,
      own_id: ad.ad_id,
      name: row_name(ad.name, ad.ad_id),
      about: ad.headline ?? ad.ad_group ?? null,
      conversion_value: ad.conversion_value,
    })),
  }
}

interface TextsProps {
  ad_id: string
  ad_group_id: string
  days: Days
}

/** A long list has no texts, so the ads of the group are asked for again. */
function Texts({ ad_id, ad_group_id, days }: TextsProps) {
  const answer = use_answer('list_gx_ads_ads', { ad_group_id, ...dates_of(days), limit: WHOLE_ROWS_MAX })
  return (
    <Answered of={answer} skeleton={<Skeleton height={TEXTS_PX} />}>
      {({ ads }) => {
        const ad = ads.find((one) => one.ad_id === ad_id)
        return ad ? <AdTexts ad={ad} /> : <p className={classes.quiet}>{t('The answer has no texts of this ad.')}</p>
      }}
    </Answered>
  )
}

function AdTexts({ ad: { ad_type, ad_group, campaign, final_url, headlines = [], descriptions = [] } }: { ad: Ad }) {
  return (
    <>
      <Pairs>
        {campaign && <Pair name={t('Campaign')}>{campaign}</Pair>}
        {ad_group && <Pair name={t('Ad group')}>{ad_group}</Pair>}
        {ad_type && <Pair name={t('Type')}>{ad_type}</Pair>}
        {final_url && <Pair name={t('Leads to')}>{final_url}</Pair>}
      </Pairs>
      <TextList title={t('Headlines')} texts={headlines} />
      <TextList title={t('Descriptions')} texts={descriptions} />
    </>
  )
}

const TextList = ({ title, texts }: { title: string; texts: readonly string[] }) =>
  texts.length > 0 && (
    <div>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.texts}>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
