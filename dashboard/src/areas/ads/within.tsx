// The campaign or group that a list is limited to, from the address, and its removal.
import { Button } from '@mantine/core'
import { Icon } from '../../components/icons.tsx'
import { id_of, use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'

interface Within {
  campaign_id?: string
  ad_group_id?: string
}

export function use_within(): { within: Within; clear: () => void } {
  const [{ campaign, ad_group }, change] = use_address_filter(['campaign', 'ad_group', 'row'])
  const [campaign_id, ad_group_id] = [id_of(campaign), id_of(ad_group)]
  return {
    within: { ...(campaign_id && { campaign_id }), ...(ad_group_id && { ad_group_id }) },
    clear: () => change({ campaign: undefined, ad_group: undefined, row: undefined }),
  }
}

interface OnlyProps {
  within: Within
  /** The names by id, as far as they are here. */
  name_of: (id: string) => string | undefined
  clear: () => void
}

export function Only({ within: { campaign_id, ad_group_id }, name_of, clear }: OnlyProps) {
  const id = ad_group_id ?? campaign_id
  if (id === undefined) return null
  const name = name_of(id) ?? id
  const text =
    ad_group_id === undefined ? t('Only the campaign {name}', { name }) : t('Only the group {name}', { name })
  return (
    <Button
      variant="default"
      rightSection={<Icon name="close" size={14} />}
      aria-label={`${text}. ${t('Remove the filter')}`}
      onClick={clear}
    >
      {text}
    </Button>
  )
}
