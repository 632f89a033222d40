// Every sentence and label that answers compose for people, in English. The texts are ICU messages. The keys and the names of their
// values are types, so that a missing or unknown value is a compile error. A branch of a plural or select is never a single word.
import { actions_en } from '#messages/actions/en.ts'
import { alerts_en } from '#messages/alerts/en.ts'
import { connecting_en } from '#messages/connecting/en.ts'
import { fields_en } from '#messages/fields/en.ts'
import { pictures_en } from '#messages/pictures/en.ts'
import { rules_en } from '#messages/rules/en.ts'
import { settings_en } from '#messages/settings/en.ts'
import { shop_actions_en } from '#messages/shop_actions/en.ts'
import { sources_en } from '#messages/sources/en.ts'
import { sums_en } from '#messages/sums/en.ts'

export const en = {
  // ---- parts of sentences --------------------------------------------------------------------------------------------------
  sentences: '{sentences}',
  sentence: '{text}.',
  quoted: "''{text}''",
  change: ' ({percent})',
  against_before: 'Against the period before: {parts}.',
  in_period: 'In this period: {parts}.',
  nothing_known: 'No figures are known for this period; see notes.',

  ...sources_en,

  // ---- kinds of sources ----------------------------------------------------------------------------------------------------
  'group.ads': 'ad platform',
  'group.web': 'web analytics',
  'group.seo': 'organic search platform',
  'group.sales': 'store or marketplace',
  'group.store': 'store',
  'group.carts': 'store or email platform',
  'group.email': 'email platform',
  'group.social': 'social network',
  'group.metric_source': 'source of {title}',
  'metric_source.store': 'Store',
  'metric_source.social_ads': 'Social ads',
  'metric_source.search_ads': 'Search ads',
  'metric_source.short_video_ads': 'Short-video ads',
  'metric_source.network_ads': 'Professional network ads',
  'metric_source.micro_blog_ads': 'Micro-blog ads',
  'metric_source.marketplace_ads': 'Marketplace B ads',
  'metric_source.web_analytics': 'Web analytics',
  'metric_source.seo': 'Organic search',
  'metric_source.social': 'Organic social',
  'metric_source.email': 'E-mail',
  'metric_source.crm': 'CRM',
  'metric_source.marketplace_a': 'Marketplace A',
  'metric_source.marketplace_b': 'Marketplace B',
  'metric_source.product_feed': 'Product feed',
  'metric_source.behavior': 'Behavior analytics',

  // ---- notes about figures -------------------------------------------------------------------------------------------------
  'rate.missing': '{amount} of {sum} is left out of the totals: there is no exchange rate to {currency} for its dates.',
  'rate.missing_before':
    '{amount} of {sum} in the previous period is left out of the totals: there is no exchange rate to {currency} for its dates.',
  'rate.missing_year_before':
    '{amount} of {sum} a year before is left out of the totals: there is no exchange rate to {currency} for its dates.',
  'rate.filled': 'Days without a published exchange rate use the last one before them: {currencies}.',
  'rate.filled_days': '{currency} ({count, plural, one {# day} other {# days}})',
  'web.inexact': 'Some figures are not exact: {reasons}.',
  'web.sampled': 'sampled ({count, plural, one {# row} other {# rows}})',
  'web.thresholded':
    'thresholded, that is small numbers withheld to protect people ({count, plural, one {# row} other {# rows}})',
  'web.other_row': 'rare values put together as (other) ({count, plural, one {# row} other {# rows}})',
  'web.truncated': 'only the first rows returned ({count, plural, one {# row} other {# rows}})',
  'web.other_hours':
    'counted over 24 hours that are not those of the day ({count, plural, one {# row} other {# rows}})',
  'people.not_added_up':
    '{metric} do not add up, because the same person can be in several rows. Group by {dimensions}.',
  'group.part':
    '{unit, select, week {The week of} other {The month of}} {first} has only the days {from} to {to}. Do not compare it with a whole one.',
  'filter.no_row': 'No row of these days has the {dimension} {value}.',
  'filter.no_part': 'No row of these days has a {dimension} with {value} in it.',
  'filter.no_row_nearest': 'No row of these days has the {dimension} {value}. Nearest values: {nearest}.',
  'customers.returning':
    'returning_customers counts orders of customers who had ordered before: each order counts, so it is no number of people.',
  'webhooks.not_public': 'BASE_URL is no public https address, so platforms cannot send webhooks.',
  'webhooks.no_secret': 'Tablero does not know the secret of the app, so it could not check webhooks.',
  'date_to.unused': 'date_to was not used, because it counts only together with date_from.',

  // ---- summaries -----------------------------------------------------------------------------------------------------------
  'kpi.ad_spend': 'ad spend {amount}{change}',
  'kpi.store_revenue': 'revenue of stores and marketplaces {amount}{change}',
  'kpi.store_roas': 'store ROAS {ratio}{change}',
  'kpi.up_to': '{part} up to {date}',
  'kpi.divided_days': '{ratios} {count, plural, one {divides sums} other {divide sums}} of {from} to {to}.',
  'kpi.sessions': '{count, plural, one {# session} other {# sessions}}{change}',
  'channel.spent': '{platform} {amount} spent{change}',
  'channel.spent_roas': '{platform} {amount} spent{change}, ROAS {roas}{roas_change}',
  'campaign.best': 'Best campaign: {name} (ROAS {roas}).',
  'campaign.worst': 'Worst: {name} (ROAS {roas}).',
  'email.none': 'No broadcast was sent in this period.',
  'email.none_known': 'No broadcast is known to be sent in this period.',
  'email.sent': '{count, plural, one {# broadcast} other {# broadcasts}} sent',
  'email.sent_clicked':
    '{count, plural, one {# broadcast} other {# broadcasts}} sent with a click rate of {rate}{change}',
  'email.best': 'Best: {name} ({rate}).',
  'seo.clicks': '{count, plural, one {# click} other {# clicks}} from organic search{change}',
  'seo.position': 'average position {position}',
  'seo.best': 'the query {query} brought the most, {count, plural, one {# click} other {# clicks}}',
  'store.orders': '{count, plural, one {# order} other {# orders}} worth {amount}{change}',
  'store.best': '{product} sold best',
  'store.carts': '{amount} lies in abandoned carts',
  'diagnosis.metric':
    '{metric}: {metric, select, roas {what the ad platforms claim, divided by what the ads cost} revenue {sales the ad platforms claim; claims of platforms overlap} spend {what the ads cost} other {orders of stores and marketplaces before refunds}}',
  'diagnosis.unknown':
    '{metric, select, roas {The change of ROAS is} revenue {The change of claimed revenue is} spend {The change of ad spend is} other {The change of store revenue is}} not known: the figures of the periods cannot be compared; see notes.',
  'diagnosis.same':
    '{metric, select, roas {ROAS did} revenue {Claimed revenue did} spend {Ad spend did} other {Store revenue did}} not change: {current} in both periods.',
  'diagnosis.rose':
    '{metric, select, roas {ROAS rose} revenue {Claimed revenue rose} spend {Ad spend rose} other {Store revenue rose}} from {previous} to {current}{change}.',
  'diagnosis.fell':
    '{metric, select, roas {ROAS fell} revenue {Claimed revenue fell} spend {Ad spend fell} other {Store revenue fell}} from {previous} to {current}{change}.',
  'diagnosis.leading': 'The largest effects: {effects}.',
  'diagnosis.until': 'Figures are known up to {date}, so equally many days of both periods are compared.',
  'diagnosis.effect': '{campaign} ({channel}) {effect}',
  'diagnosis.direct': 'direct or unknown',
  'diagnosis.no_campaign': 'no campaign',
  'diagnosis.other_channels': 'other channels',

  // ---- connections ---------------------------------------------------------------------------------------------------------
  'health.ok': 'Synced and bringing rows.',
  'health.suspect':
    'Stored rows may be incomplete or wrong: a read lacked rows or brought several for one, or the platform’s own total differs.',
  'health.empty_sync': 'Syncs run without errors but bring no rows, so a zero may be missing data.',
  'health.stale': 'Not synced for more than a day; figures may be old.',
  'health.error': 'The last sync failed; figures stand as they were before it.',
  'health.needs_reconnection': 'The platform no longer accepts the sign-in; a person has to connect it again.',
  'health.never_synced': 'No sync has run through yet, so there are no figures.',
  'health.account_lost':
    'An account that was read is not read any more, so figures of later days lack it; list_connections_detail names it.',
  'health.denied':
    'The platform gives no access to an account or a kind of data, so figures lack it; what is read is in no doubt. list_connections_detail names it and the reason. Grant a missing permission at the platform, or connect again.',
  'health.refused':
    'The platform gives no access to any account, so nothing new is read; list_connections_detail has the reasons. Grant a missing permission at the platform, or connect again.',
  'sync.unreadable': '{count} {what} could not be read',
  'listing.frozen': 'A listing with the status {status} cannot be changed.',
  'listing.has_sales': 'The title is frozen, because the listing has sales.',
  'listing.title_is_written': 'Marketplace A writes the title of this listing, so it cannot be changed.',
  'listing.title_unknown':
    'Whether the title can be changed is not known. A sale freezes it, and marketplace A writes some titles itself.',
  'connect.missing': 'Open the link to connect {platform}.',
  'connect.needs_reconnection': 'Open the link to connect {platform} again; it no longer accepts the sign-in.',
  'connect.connected': 'A {platform} account is connected; open the link to connect a further one.',
  ...actions_en,
  ...alerts_en,
  ...rules_en,
  ...connecting_en,
  ...fields_en,
  ...settings_en,
  ...shop_actions_en,
  ...sums_en,
  'platform.gx_ads': 'search ads',
  'platform.mx_ads': 'social ads',
  'platform.gx_analytics': 'web analytics',
  'platform.seo_console': 'organic search',
  'platform.sx': 'store platform A',
  'platform.tnx': 'store platform B',
  'platform.mpa': 'marketplace A',
  'platform.email_a': 'email platform A',
  'platform.social_a': 'organic social A',
  'platform.mpb_sp': 'marketplace B',
  'platform.mpb_ads': 'marketplace B ads',
  'platform.net_c': 'professional network',
  'platform.net_c_ads': 'professional network ads',
  'platform.tx_ads': 'short-video ads',
  'platform.store_c': 'store platform C',
  'platform.heat_a': 'behavior analytics',
  'platform.email_b': 'email platform B',
  'platform.email_c': 'email platform C',
  'platform.net_d_ads': 'micro-blog ads',
  'platform.merchant_feed': 'product feed',

  // ---- labels of figures in pictures ---------------------------------------------------------------------------------------
  'label.ad_spend': 'Ad spend',
  'label.store_revenue': 'Store revenue',
  'label.refunds': 'Refunds',
  'label.store_revenue_net': 'Net store revenue',
  'label.orders': 'Orders',
  'label.blended_ad_roas': 'Blended ad ROAS',
  'label.store_roas': 'Store ROAS',
  'label.mer': 'MER',
  'label.new_customers': 'New customers',
  'label.returning_customers': 'Orders of returning customers',
  'label.new_customer_revenue': 'Revenue of new customers',
  'label.returning_customer_revenue': 'Revenue of returning customers',
  'label.cac': 'CAC',
  'label.sessions': 'Sessions',
  'label.seo_clicks': 'Organic search clicks',
  'label.spend': 'Spend',
  'label.revenue': 'Claimed revenue',
  'label.roas': 'ROAS',

  ...pictures_en,
} as const satisfies Record<string, string>
