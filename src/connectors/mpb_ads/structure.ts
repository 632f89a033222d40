// Campaigns, ad groups and ads of every kind (Amazon Ads API v1, read 2026-11).
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import { ad_list, joined, local_day, type SnapshotSource } from '../ads.ts'
import { by_token } from '../by_token.ts'
import { is_not_offered, list_of, products } from './products.ts'

const PAGE = 1_000

const every = (name: 'campaigns' | 'adGroups' | 'ads') =>
  async function* ({ api, account }: SnapshotSource, record: z.ZodObject) {
    for (const product of products) {
      const request = list_of(name, product, account, PAGE)
      const list = [name, z.array(record).default([])] as const
      try {
        yield* api.pages(by_token({ ...request, list, token: ['nextToken', 'nextToken'] }))
      } catch (error) {
        if (!is_not_offered(error)) throw error
      }
    }
  }

const budget = z.object({
  recurrenceTimePeriod: z.string(),
  budgetValue: z.object({
    monetaryBudgetValue: z.object({ monetaryBudget: z.object({ value: z.number() }).nullish() }).nullish(),
  }),
})
const budgets = z.array(budget).nullish()

/** A budget of campaigns in several marketplaces has amounts for each of them only, and none here. */
function budget_for(period: string, given: z.infer<typeof budgets>): bigint | null {
  const found = given?.find(({ recurrenceTimePeriod }) => recurrenceTimePeriod === period)
  const amount = found?.budgetValue.monetaryBudgetValue?.monetaryBudget?.value
  return amount === undefined ? null : micros(amount)
}

export const campaigns = ad_list('ad_campaigns', {
  read: every('campaigns'),
  columns: {
    campaign_id: 'campaignId',
    status: 'state',
    channel_type: 'adProduct',
    starts_on: ['startDateTime', local_day],
    ends_on: ['endDateTime', local_day],
    created_on: ['creationDateTime', local_day],
  },
  nested: { budgets },
  more: (item) => ({
    daily_budget_micros: budget_for('DAILY', item.budgets),
    lifetime_budget_micros: budget_for('LIFETIME', item.budgets),
  }),
})

const groups = {
  read: every('adGroups'),
  columns: { ad_group_id: 'adGroupId', campaign_id: 'campaignId', status: 'state', type: 'adProduct' },
}

export const ad_groups = ad_list('ad_groups', {
  ...groups,
  nested: { budgets },
  more: (item) => ({ daily_budget_micros: budget_for('DAILY', item.budgets) }),
})

const product = z.object({ productId: z.string().nullish() })
/** A creative has one form, and the form its settings, such as componentCreative.productCollectionSettings. */
const settings = z.object({
  headline: z.string().nullish(),
  headlines: z.array(z.string()).nullish(),
  bodyText: z.array(z.string()).nullish(),
  advertisedProduct: product.nullish(),
  products: z.array(product).nullish(),
  landingPage: z.record(z.string(), z.unknown()).nullish(),
})

export const ads = ad_list('ads', {
  // Reading texts is not needed as often as states of campaigns.
  every: '6h',
  read: every('ads'),
  columns: { ad_id: 'adId', ad_group_id: 'adGroupId', status: 'state', type: 'adType' },
  // The specification of an ad has an optional `campaignId`, and the common model of ads none (Amazon Ads API v1, and
  // reference/common-models/ads, read 2026-11).
  groups: { ...groups, own: 'campaignId' },
  nested: { creative: z.record(z.string(), z.record(z.string(), z.unknown())).nullish() },
  // Pictures are in a library of their own, so there are no addresses of them. A product ad shows the title of its product.
  more: ({ creative }) => {
    const [form] = Object.values(creative ?? {})
    const { data: of } = settings.safeParse(Object.values(form ?? {})[0])
    const page = Object.values(of?.landingPage ?? {}).find((value) => /^https:/.test(String(value)))
    return {
      headline: of?.headline || joined(of?.headlines ?? []),
      description: joined(of?.bodyText ?? []),
      final_url: page === undefined ? undefined : String(page),
      creative_id: of?.advertisedProduct?.productId ?? of?.products?.[0]?.productId,
    }
  },
})
