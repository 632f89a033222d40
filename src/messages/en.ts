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

  // ---- notes about sources -------------------------------------------------------------------------------------------------
  'source.account_lost': '{source} no longer reads account {account}, so figures lack it since {date}: {reason}',
  'source.disconnected': '{source} is disconnected, so its figures are left out; reconnect it to see them.',
  'source.duplicate':
    '{source} covers accounts that {other} covers too, so they are counted once; disconnect one of them.',
  'source.shared':
    '{count, plural, one {One account of {source} is covered by {other} too and counted there.} other {# accounts of {source} are covered by {other} too and counted there.}}',
  'source.former_settings':
    'The settings of {source} were changed. Its records before {date} count by the former ones until they are read again.',
  'source.lost': '{source} may have lost rows: {reason}',
  'source.emptied':
    '{source} no longer reports the rows of {date}{earlier, plural, =0 {} one { and of # earlier day} other { and of # earlier days}} that it reported before, so they count as zero.',
  'source.hole':
    '{source} gave no row of {date}{earlier, plural, =0 {} one { and of # earlier day} other { and of # earlier days}}, beside days with many. Figures with such a day are not known; it is read again.',
  'source.hole_confirmed':
    '{source} gave no row of {date}{earlier, plural, =0 {} one { and of # earlier day} other { and of # earlier days}}, beside days with many, and later reads or its own total have none either, so it counts as zero.',
  'source.unfinished': '{source} has not been synced to the end yet, so it has no figures.',
  'source.empty': '{source} syncs without errors but has brought no rows yet; a zero of it is missing data.',
  'source.empty_since':
    '{source} syncs without errors but has brought no rows since {date}; a zero of it is missing data.',
  'source.stale': '{source} has not been synced lately.',
  'source.error': '{source} fails to sync.',
  'source.error_because': '{source} fails to sync: {reason}',
  'source.needs_reconnection': '{source} must be reconnected.',
  'source.never_synced': '{source} was never synced.',
  'source.denied_now': '{source} cannot read account {account} any more: {reason}',
  'source.part_denied': '{source} cannot read refunds and fees of account {account}, so they are not known: {reason}',
  'source.part_not_permitted': '{source} does not permit a part of its figures, so they lack it: {reason}',
  'source.permit':
    '{source}: what is read is in no doubt. Grant the missing permission at the platform, or connect again with a sign-in that has it; the next sync then reads the rest.',
  'source.left_out':
    '{source} cannot read account {account}, so it is left out: {reason}{others, plural, =0 {} one { One more account is left out too; list_connections_detail names it.} other { # more accounts are left out too; list_connections_detail names them.}}',
  'source.records_since':
    '{source} has records since {date}; older ones are not stored yet, or the platform does not give them.',
  'source.refunds_since': '{source} has orders since {date}; refunds of earlier orders are left out.',
  'source.day_zone': '{source}: {zone}',
  'source.other_days':
    'Some days of ads are those of another time zone than the days of sales ({own}), so ratios of the two are not exact over few days: {sources}.',
  'source.reports_none': '{source} does not report such figures, so they do not contain it.',
  'source.no_days': '{source} has no such figures by day, so they do not contain it; {tool} has its totals.',
  'source.being_read': '{source} is still being read, so its figures are not known yet.',
  'source.data_since': '{source} has data since {date}; figures of earlier days are not known.',
  'source.data_until': '{source} has data until {date}.',
  'source.no_whole_day': '{source} has no whole day yet.',
  'stock.being_read': '{source} has not read all its products yet, so the stock is not known.',
  'stock.left_out': '{source} cannot read products, so the stock leaves them out: {reason}',
  'stock.read_on': 'The stock of {source} is that of {date}, because its products were last read then.',
  more_notes:
    '{count, plural, one {# more such note about another connection is left out; list_connections has it.} other {# more such notes about other connections are left out; list_connections has them.}}',
  unsettled: 'Recent days can still change, because platforms restate them: {platforms}.',
  'unsettled.platform': '{platform} after {date}',
  today_is_open:
    'Today is not over, so the period is not complete, and changes compare a part of today with a whole day.',
  today_alone: 'Today is not over, so it has no change against a whole day.',
  'checkouts.none': '{source} keeps no abandoned checkouts, so none of it are listed.',
  'pagescore.failed': '{why} ({detail})',
  'pagescore.not_loaded': 'The page could not be loaded.',
  'pagescore.http_error': 'The server answered with an error instead of the page.',
  'pagescore.not_html': 'The address leads to a file that is not a web page.',
  'pagescore.nothing_painted': 'The page showed nothing, so there was nothing to measure.',
  'pagescore.no_figures': 'The report has no figures of the page.',
  'pagescore.refused_address': 'The page leads to an address that is not public.',
  'pagescore.timed_out': 'The page was not loaded within the time of a scan.',
  'pagescore.too_large': 'The page took more memory than a scan may take.',
  'pagescore.crashed': 'The browser ended before the page was measured.',
  'pagescore.busy_service': 'PageSpeed Insights accepts no further scans now.',
  'pagescore.refused_key': 'PageSpeed Insights does not accept the key in PAGESPEED_API_KEY.',
  'pagescore.service_failed': 'PageSpeed Insights did not measure the page.',
  'funnel.events_not_paths':
    'The funnel counts events, not paths: one visit can have an event several times, or without the step before.',
  'social.followers_unread':
    '{count, plural, one {The total of followers of one day was not read, so it is null; networks give it for today only.} other {The totals of followers of # days were not read, so they are null; networks give them for today only.}}',
  'group.absent': 'No {group} is connected, so its figures are not known.',
  'group.all_absent': 'No {group} is connected, so nothing is known; connect it under settings, connections.',
  'sql.nothing_fills':
    'No connected platform fills {tables}, so {count, plural, one {its rows are} other {their rows are}} not known.',
  'group.sums_until': 'Figures of the {group} are sums up to {date}.',
  'group.sums_until_compared': 'Figures of the {group} are sums up to {date}, compared with equally many days.',
  'group.all_sums_until': 'Figures of every {group}, also by platform, are sums up to {date}.',
  'group.all_sums_until_compared':
    'Figures of every {group}, also by platform, are sums up to {date}, compared with equally many days.',
  'group.asked_alone': 'Asked for alone, a single {group} has its own days.',
  'group.nothing_before': 'The {group} has data since {date}, so there is nothing to compare with before that day.',
  'group.since': 'the {group} has data since {date}',
  'margin.no_cost':
    'No cost of the sold products is known, so cost and margin are null. Costs are read from stores, or set by SKU.',
  'margin.some_lack': 'Some order lines have no known cost. Sums that need all costs are null.',
  'margin.share': 'A cost is known for {share} of the revenue of order lines. Sums that need all costs are null.',
  'margin.share_of':
    'A cost is known for {share} of the revenue of order lines ({costed} of {revenue}, which cost {cost}). Sums that need all costs are null.',
  'year_before.unknown': 'Figures of the year before are not known: {groups}.',
  'customers.no_beginning':
    'New and returning customers are known only when all orders since the first one are stored, so their figures are null.',

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
