// The campaigns of one platform. Those of Google Ads lead to their groups and ads.
import { Select } from '@mantine/core'
import { use_answer } from '../../api/queries.ts'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { platform_name } from '../../lib/platforms.ts'
import type { PagePeriod } from '../../lib/use_period.ts'
import { listed_platforms, use_campaigns } from './campaign_answers.ts'
import { Level } from './level.tsx'
import { Lower } from './lower.tsx'

/** Of the only platform whose tool a module switches. */
const MODULES: Record<string, string> = { tx_ads: 'module_tx_ads' }
/** The only platform with groups and ads of its own. */
const LEVELS_OF = 'gx_ads'

export interface TabProps {
  period: PagePeriod
  /** Connected ones. */
  platforms: readonly string[]
}

export default function Campaigns({ period, platforms }: TabProps) {
  const [{ platform: wanted }, change] = use_address_filter(['platform', 'row'])
  const choices = use_choices(platforms)
  const platform = listed_platforms.find((one) => one === wanted) ?? choices[0] ?? LEVELS_OF
  const list = use_campaigns({ platform, days: period.current, has_rows: true })
  const before = use_campaigns({ platform, days: period.before, has_rows: false })
  return (
    <Level
      id="campaigns"
      title={t('Campaigns')}
      list={list}
      before={period.before === null ? undefined : before.data}
      period={period}
      more={({ own_id }) => platform === LEVELS_OF && own_id && <Lower campaign={own_id} />}
    >
      <Select
        label={t('Platform')}
        data={[...new Set([...choices, platform])].map((value) => ({ value, label: platform_name(value) }))}
        value={platform}
        onChange={(value) => change({ platform: value ?? undefined, row: undefined })}
      />
    </Level>
  )
}

/** Connected platforms, without those whose module is off. */
function use_choices(connected: readonly string[]): string[] {
  const settings = use_answer('get_org_settings', {})
  const off = new Set<string>(settings.data?.modules.filter(({ enabled }) => !enabled).map(({ module }) => module))
  return listed_platforms.filter((platform) => connected.includes(platform) && !off.has(MODULES[platform] ?? ''))
}
