// Notes about sources, in English.
export const sources_en = {
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
} as const
