// Names of sums, and what sums mix and leave out, in English.
export const sums_en = {
  'amounts.differ': 'The platforms define revenue differently, so its sum mixes amounts: {platforms}.',
  'amounts.with_all': '{platform} with shipping and tax',
  'amounts.without_both': '{platform} without shipping and tax',
  'amounts.without_shipping': '{platform} without shipping',
  'amounts.without_tax': '{platform} without tax',
  'source.currency_changed':
    '{source}: account {account} changed its currency from {before} to {currency} on {date}. Days before keep the amounts in {before} that were read, and that day can mix both.',
  'source.currency_of_older':
    '{source}: days of account {account} before {date} were first read after its currency changed from {before} to {currency}. Their amounts have the code {currency}, and can be amounts in {before}.',
  'source.part_of_day':
    '{source}: {date}{earlier, plural, =0 {} one { and # earlier day} other { and # earlier days}} of account {account} can be too small. The rest was never read, because the currency changed.',
  'source.zone_changed':
    '{source}: account {account} changed its time zone from {before} to {zone} on {date}. From {since} to that day, some hours can be counted twice or not at all.',
  'source.zone_of_older':
    '{source}: days of account {account} before {date} were first read after its time zone changed from {before} to {zone}. Some hours around that day can be counted twice or not at all.',
  'source.too_many_impressions':
    '{source} counted too many impressions from {from} to {to}, as the platform says. Impressions, CTR and position of these days cannot be compared with those of others. Clicks can.',
  'lists.unread':
    'The list of {list} of {source} is not read completely, so rows lack what it says, such as names and states.',
  'lists.unread_filter':
    'The list of {list} of {source} is not read completely, so nobody knows which of its rows have what the filter asks for. These figures are not known.',
  'lists.old':
    'The list of {list} of {source} was last read on {date}. A filter by names or states leaves out what has them since.',
  'filter.contained': 'Account {account} is part of another account that is read, so its figures count there.',
  'filter.unchosen': 'Account {account} is not chosen, so it is not read and its figures are not known.',
  'filter.withheld':
    'The platform withholds rare values, so no row with the filter is no zero: these figures are not known.',
  'source.beside_denied': '{source} cannot read {what} of account {account}, so they are left out: {reason}',
  'list.bodies': 'bodies',
  'list.visits': 'visits',
  'list.social_follower_daily': 'totals of followers',
  'list.social_stories': 'stories',
  'list.ad_campaigns': 'campaigns',
  'list.ad_groups': 'ad groups',
  'list.ads': 'ads',
  'list.email_campaigns': 'broadcasts',
  'list.store_products': 'products',
  'list.feed_products': 'products of the feed',
  'sales.unknown_refunds':
    '{count, plural, one {The amount of # refund is not known, so sums of refunds leave it out.} other {The amounts of # refunds are not known, so sums of refunds leave them out.}}',
  'sales.unknown_fees':
    '{count, plural, one {The fee of # order is not known, so sums of fees leave it out.} other {The fees of # orders are not known, so sums of fees leave them out.}}',
  'sales.unknown_prices':
    '{count, plural, one {# order has no price yet, so sums of revenue and averages leave it out.} other {# orders have no price yet, so sums of revenue and averages leave them out.}}',
  'sales.unknown_shipping':
    "{count, plural, one {The seller's shipping of # order is not known, so neither the sum of it nor the payout of all orders is known.} other {The seller's shipping of # orders is not known, so neither the sum of it nor the payout of all orders is known.}}",
  'source.no_rows': '{source} has brought no rows yet; a zero of it is missing data.',
  'source.no_rows_since': '{source} has brought no rows since {date}; a zero of it is missing data.',
  'sums.unknown': 'Some rows state no value, and sums leave them out: {sums}.',
  'totals.of_some_accounts':
    '{count, plural, one {The total of # day is} other {The totals of # days are}} null, because not every account was read then. Ask by account for those that were.',
  'sums.unknown_previous': 'Some rows of the previous period state no value, and its sums leave them out: {sums}.',
  'sums.unknown_year_before':
    'Some rows of a year before state no value, and the sums of that time leave them out: {sums}.',
  'sums.unknown_rows': '{sum} ({count, plural, one {# row} other {# rows}})',
  'sales.imported':
    '{count, plural, one {# order that a store imported from {platform} counts there, and is} other {# orders that stores imported from {platform} count there, and are}} left out of the totals of stores.',
  'sales.maybe_imported':
    "{count, plural, one {# order of a store has a channel that looks like {platform} (''{channel}''), and may count twice.} other {# orders of stores have a channel that looks like {platform} (such as ''{channel}''), and may count twice.}} The setting imported_channels of the store says which channels are imported.",
  'sales.shipped_only':
    '{count, plural, one {# order that a marketplace only shipped counts in its store, and is} other {# orders that a marketplace only shipped count in their stores, and are}} left out of the totals of marketplaces.',
  'state.orders':
    '{source}: {count, plural, one {# order from {from} to {to} has a state} other {# orders from {from} to {to} have states}} that Tablero does not know ({states}). {count, plural, one {It counts} other {They count}} in no figure.',
  'state.orders_worth':
    '{source}: {count, plural, one {# order from {from} to {to} has a state} other {# orders from {from} to {to} have states}} that Tablero does not know ({states}), worth {amounts}. {count, plural, one {It counts} other {They count}} in no figure.',
  'state.broadcasts':
    '{source}: {count, plural, one {# broadcast from {from} to {to} has a state} other {# broadcasts from {from} to {to} have states}} that Tablero does not know ({states}). {count, plural, one {It counts} other {They count}} in no figure.',
  'source.reports_none_of': '{source} does not report {subject}, so figures of these do not contain it.',
  'subject.carts': 'abandoned carts',
  'source.no_whole_day_since':
    '{source} has data since {date} and no whole day yet; figures of earlier days are not known.',
  'sql.mixed_currencies':
    'Accounts of {name} have amounts in {currencies}, and the statement does not name the currency. A sum over more than one of these is no amount: group by currency, or convert each amount with fx_rates.',
  'state.orders_of_connection': 'Orders in states that Tablero does not know ({states}) count in no figure.',
  'state.broadcasts_of_connection':
    'Email campaigns in states that Tablero does not know ({states}) count in no figure.',
  'state.setting': 'The setting {setting} of the connection says what a state means.',
  'sum.spend': 'spend',
  'sum.conversion_value': 'conversion value',
  'sum.revenue': 'revenue',
  'sum.refunds': 'refunds',
  'sum.net_revenue': 'net revenue',
  'sum.product_revenue': 'product revenue',
  'sum.new_customer_revenue': 'new customer revenue',
  'sum.returning_customer_revenue': 'returning customer revenue',
  'sum.customers': 'customers',
  'sum.new_customers': 'new customers',
  'sum.returning_customers': 'returning customers',
  'sum.discount': 'discount',
  'sum.seller_shipping': "seller's shipping",
  'sum.shipping': 'shipping',
  'sum.tax': 'tax',
  'sum.fees': 'fees',
  'sum.payout': 'payouts',
  'sum.margin_revenue': 'revenue of order lines',
  'sum.costed_revenue': 'revenue with a known cost',
  'sum.cost': 'cost',
  'sum.gross_margin': 'gross margin',
  'sum.value': 'value',
  'sum.recovered_value': 'value of recovered carts',
  'sum.opens': 'opens',
  'sum.broadcast_opens': 'opens',
  'sum.broadcast_clicks': 'clicks',
  'sum.broadcast_delivered': 'delivered emails',
  'sum.clicks': 'clicks',
  'sum.delivered': 'delivered',
  'sum.unsubscribes': 'unsubscribes',
  'sum.impressions': 'impressions',
  'sum.engagements': 'engagements',
  'sum.conversions': 'conversions',
  'sum.followers': 'followers',
  'sum.reach': 'reach',
  'sum.profile_views': 'profile views',
} as const satisfies Record<string, string>
