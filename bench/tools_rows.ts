// The statements that fill the tables of `tools_world.ts`. A hash of slot and day takes the place of chance, so that every run has the
// same rows. Amounts and customers are skewed: few are large, and few come often.

/** Rates of the currencies of ads and reports. $1: days. */
export const RATES = `
  insert into fx_rates (currency, date, per_eur, rate_date)
  select c.currency, d::date, c.rate * (1 + 0.001 * extract(day from d)), d::date
  from (values ('EUR', 1), ('USD', 1.1), ('MXN', 20)) c (currency, rate),
    generate_series(current_date - $1::int - 30, current_date, interval '1 day') d`

/** Organizations with their connections and accounts. Every account has the id 'a'. */
export const NOUNS = `
  create temporary table shops as
    select org_id, share, days, gen_random_uuid() as gx, gen_random_uuid() as mx, gen_random_uuid() as tx, gen_random_uuid() as store,
      gen_random_uuid() as second, gen_random_uuid() as market, gen_random_uuid() as mail, gen_random_uuid() as web, gen_random_uuid() as seo,
      gen_random_uuid() as social, gen_random_uuid() as network
    from added;
  create temporary table ad_sides as
    select org_id, days, id, platform, currency, greatest(1, round(slots * share))::int as slots from shops cross join lateral
      (values (gx, 'gx_ads', 'MXN', 110), (mx, 'mx_ads', 'MXN', 110), (tx, 'tx_ads', 'USD', 60)) s (id, platform, currency, slots);
  insert into connections (org_id, connection_id, platform, name, last_sync_at, last_rows_at)
    select org_id, id, platform, name, now(), now() from shops cross join lateral
      (values (gx, 'gx_ads', 'Search'), (mx, 'mx_ads', 'Social ads'), (tx, 'tx_ads', 'Videos'), (store, 'sx', 'Shop'), (second, 'tnx', 'Outlet'),
        (market, 'mpa', 'Market'), (mail, 'email_a', 'Mail'), (web, 'gx_analytics', 'Web'), (seo, 'seo_console', 'Search console'),
        (social, 'social_a', 'Pages'), (network, 'net_c', 'Company')) c (id, platform, name);
  insert into connection_accounts (org_id, connection_id, account_id, name, time_zone, seen_at)
    select org_id, web, 'a', 'Shop', 'UTC', now() from shops;
  insert into ad_accounts (org_id, connection_id, account_id, platform, name, currency, time_zone)
    select org_id, id, 'a', platform, 'Main', currency, 'UTC' from ad_sides;
  insert into store_connections (org_id, store_connection_id, platform, store_id, store_name, store_url, currency, time_zone)
    select org_id, id, platform, 's', name, 'https://shop.test', 'MXN', 'UTC' from shops cross join lateral
      (values (store, 'sx', 'Shop'), (second, 'tnx', 'Outlet')) c (id, platform, name);
  insert into social_accounts (org_id, connection_id, social_account_id, platform, username, name, followers)
    select org_id, case when n <= 5 then social else network end, 'p' || n, case when n <= 5 then 'social_a' else 'net_c' end,
      'shop_' || n, 'Shop ' || n, 1000 * n from shops, generate_series(1, greatest(1, round(7 * share))::int) n`

/** Each slot has one campaign after the other. `c`: the slot, `back`: days before today. */
const period = '(back + c * 7) / (30 + c * 37 % 240)'
const of_slots = `ad_sides s, generate_series(1, s.slots) c`
/** Two groups with three ads a campaign. One campaign in ten has none, as automated ones. */
const groups = `(values (1, 2), (2, 1)) g (g, ads)`
const ads = `(values (1, 1), (1, 2), (2, 3)) x (g, x)`

const AD_LISTS = [
  `insert into ad_campaigns (org_id, connection_id, account_id, campaign_id, platform, name, status, currency)
   select distinct org_id, id, 'a', 'c' || c || '-' || p, platform, 'Campaign ' || c || ' of season ' || p,
     case when p = (c * 7) / (30 + c * 37 % 240) then 'ENABLED' else 'PAUSED' end, currency
   from ${of_slots}, generate_series(1, s.days) back cross join lateral (select ${period} as p) t`,
  `insert into ad_groups (org_id, connection_id, account_id, ad_group_id, campaign_id, platform, name, status)
   select c.org_id, c.connection_id, 'a', 'g' || g || substr(c.campaign_id, 2), c.campaign_id, c.platform, 'Group ' || g || ' of ' || c.name, c.status
   from ad_campaigns c, ${groups} where split_part(substr(c.campaign_id, 2), '-', 1)::int % 10 <> 0`,
  `insert into ads (org_id, connection_id, account_id, ad_id, ad_group_id, campaign_id, platform, name, status, type, headlines, descriptions,
     final_url, creative_id)
   select c.org_id, c.connection_id, 'a', 'x' || x || substr(c.campaign_id, 2), 'g' || g || substr(c.campaign_id, 2), c.campaign_id, c.platform,
     'Ad ' || x || ' of ' || c.name, c.status, 'RESPONSIVE_SEARCH_AD', array['Linen for summer', 'New colors', c.name],
     array['Everything for the home, delivered tomorrow.', 'Free returns within thirty days.'], 'https://shop.test/collections/' || c.campaign_id,
     case when c.platform = 'mx_ads' then 'k' || x || substr(c.campaign_id, 2) end
   from ad_campaigns c, ${ads} where split_part(substr(c.campaign_id, 2), '-', 1)::int % 10 <> 0`,
  `insert into meta_ad_creatives (org_id, connection_id, account_id, creative_id, name, title, body, object_type, thumbnail_url, status)
   select org_id, connection_id, account_id, creative_id, name, headlines[1], descriptions[1], 'VIDEO', 'https://pictures.test/' || creative_id, status
   from ads where creative_id is not null`,
]

const words = (...of: string[]) => `(array[${of.map((word) => `'${word}'`).join(', ')}])`
const title = (
  n: string,
) => `${words('Linen', 'Cotton', 'Wool', 'Oak', 'Steel', 'Silk', 'Clay')}[1 + ${n} % 7] || ' ' ||
  ${words('shirt', 'dress', 'lamp', 'chair', 'table', 'vase', 'towel', 'rug', 'mug', 'curtain', 'pillow')}[1 + ${n} % 11] || ' ' || ${n}`

/** What has no days: campaigns with groups, ads and creatives, products and listings. */
export const LISTS = [
  ...AD_LISTS,
  `insert into store_products (org_id, store_connection_id, product_id, title, status, vendor, product_type, tags, url, description)
   select org_id, case when n % 10 = 0 then second else store end, 'p' || n, ${title('n')},
     case when n % 13 = 0 then 'draft' when n % 8 = 0 then 'archived' else 'active' end, 'Vendor ' || n % 400,
     ${words('Clothes', 'Home', 'Kitchen', 'Garden')}[1 + n % 4], '{summer,sale}', 'https://shop.test/products/' || n, repeat('Made to last. ', 30)
   from shops, generate_series(1, ceil(50000 * share)::int) n`,
  `insert into store_variants (org_id, store_connection_id, product_id, variant_id, sku, title, currency, price_micros, stock)
   select org_id, case when n % 10 = 0 then second else store end, 'p' || n, 'v' || n || '-' || v, 'SKU-' || n || '-' || v, 'Size ' || v, 'MXN',
     10000000::bigint * (10 + n % 300), case when n % 17 = 0 then null when n % 3 = 0 then 0 else (n + v) % 90 end
   from shops, generate_series(1, ceil(50000 * share)::int) n, generate_series(1, 1 + n % 3) v`,
  `insert into store_variant_costs (org_id, store_connection_id, variant_id, valid_from, currency, cost_micros)
   select org_id, store_connection_id, variant_id, now() - interval '6 years', currency, price_micros * 4 / 10 from store_variants`,
  `insert into marketplace_listings (org_id, connection_id, account_id, listing_id, platform, title, status, category, sku, currency, price_micros,
     stock, sold, visits, url)
   select org_id, market, 'a', 'MLM' || n, 'mpa', ${title('n')}, case when n % 9 = 0 then 'paused' when n % 25 = 0 then 'closed' else 'active' end,
     'MLM' || n % 90, 'SKU-' || n || '-1', 'MXN', 10000000::bigint * (10 + n % 300), n % 60, 400000 / (n + 40) + hashint4(n) % 3, (hashint4(n) & 1023),
     'https://market.test/' || n
   from shops, generate_series(1, ceil(50000 * share)::int) n`,
]

const of_days = `shops s, generate_series($2::int, $1::int) back cross join lateral (select current_date - back as day) d`
/** A slot of the day, as many as an organization has by its share. */
const slots = (a_day: string) => `generate_series(1, ceil(share * ${a_day})::int) o`
/** More in each year, less on some days, and three times as many in a week of sales. */
const orders_of_day = `((200 + 700.0 * (days - back) / days) * (0.8 + (hashint4(back) & 1023) / 2560.0)
  * case when (back + 20) % 365 < 6 then 3 else 1 end)`
/** A number from 0 to 1 of slot and day. */
const chance = (salt: number) => `((hashint4(o * 7919 + back + ${salt}) & 1048575) / 1048576.0)`
const at_slot = 'day + make_interval(secs => 86400 * ((hashint4(o + back * 977) & 65535) / 65536.0)) as at'
const person = (salt: number) => `'person' || floor(power(${chance(salt)}, 1.6) * 400000 * share)::int || '@mail.test'`

/** Figures of an ad, and of everything above it, `times` as much. */
const delivery = (
  times: string,
) => `currency, ${times} * 10000::bigint * (hashint4(c * 1000 + back) & 65535) * (1 + 40 / c),
  ${times} * (100 + (hashint4(c + back) & 4095)), ${times} * (hashint4(back + c * 7) & 127), ${times} * (hashint4(c * 13 + back) & 15) / 2.0,
  ${times} * 20000::bigint * (hashint4(c * 17 + back) & 65535)`
const of_ad_days = `ad_sides s, generate_series($2::int, $1::int) back cross join lateral (select current_date - back as day) d,
  generate_series(1, s.slots) c cross join lateral (select c || '-' || ${period} as slot) t`
const figures = 'currency, spend_micros, impressions, clicks, conversions, conversion_value_micros'

/** Rows of days. $1, $2: the first and the last day, as days before today. */
export const DAILY = [
  `insert into campaign_daily (org_id, connection_id, account_id, campaign_id, date, platform, ${figures})
   select org_id, id, 'a', 'c' || slot, day, platform, ${delivery('3')} from ${of_ad_days}`,
  `insert into ad_group_daily (org_id, connection_id, account_id, ad_group_id, campaign_id, date, platform, ${figures})
   select org_id, id, 'a', 'g' || g || slot, 'c' || slot, day, platform, ${delivery('ads')} from ${of_ad_days}, ${groups} where c % 10 <> 0`,
  `insert into ad_daily (org_id, connection_id, account_id, ad_id, ad_group_id, campaign_id, date, platform, ${figures}, reach)
   select org_id, id, 'a', 'x' || x || slot, 'g' || g || slot, 'c' || slot, day, platform, ${delivery('1')}, 50 + (hashint4(c + back) & 2047)
   from ${of_ad_days}, ${ads} where c % 10 <> 0`,
  `insert into store_orders (org_id, store_connection_id, order_id, order_number, ordered_at, changed_at, financial_status, fulfillment_status,
     is_voided, is_test, is_pending, currency, total_micros, subtotal_micros, shipping_micros, tax_micros, discount_micros, customer_id,
     customer_orders_count, is_first_of_customer, channel, utm_source, utm_medium, utm_campaign, landing_page, imported_from, journey)
   select org_id, case when o % 10 = 0 then second else store end, back * 10000 + o, '#' || back * 10000 + o, at, at,
     case when o % 40 = 7 then 'refunded' when o % 50 = 9 then 'voided' when o % 60 = 11 then 'pending' else 'paid' end,
     case when back < 3 then null else 'fulfilled' end, o % 50 = 9, o % 5000 = 4, o % 60 = 11 and o % 50 <> 9, 'MXN', amount, amount * 80 / 100,
     amount * 4 / 100, amount * 16 / 100, 0, 'u' || floor(power(${chance(1)}, 1.6) * 400000 * share)::int, 1 + (hashint4(o) & 7), ${chance(2)} < 0.35,
     'web', ${words('google', 'meta', 'mail', 'tiktok')}[1 + (hashint4(o + back) & 3)], 'cpc', 'spring ' || back / 30 || ' ' || o % 30,
     'https://shop.test/products/' || o % 900, case when o % 100 = 50 then 'mpa' end,
     '[{"at": "2026-01-01T00:00:00Z", "source": "mail", "medium": "newsletter"}, {"at": "2026-01-03T00:00:00Z", "source": "google", "medium": "cpc", "campaign": "spring"}]'
   from ${of_days}, ${slots(orders_of_day)}
     cross join lateral (select ${at_slot}, 1000000::bigint * (80 + floor(4000 * power(${chance(3)}, 4)))::int as amount) i`,
  `insert into store_order_lines (org_id, store_connection_id, order_id, line_id, product_id, variant_id, sku, title, quantity, unit_price_micros,
     discount_micros, total_micros, currency, included_tax_micros, ordered_at)
   select org_id, case when o % 10 = 0 then second else store end, back * 10000 + o, l, 'p' || p, 'v' || p || '-1', 'SKU-' || p || '-1', ${title('p')},
     1 + (o + l) % 2, 100000000, 0, 100000000 * (1 + (o + l) % 2), 'MXN', 13793103 * (1 + (o + l) % 2), at
   from ${of_days}, ${slots(orders_of_day)} cross join lateral (select ${at_slot}) t, generate_series(1, 1 + (hashint4(o + back) & 1)) l
     cross join lateral (select 1 + floor(power(${chance(4)}, 3) * 50000 * share)::int as p) i`,
  `insert into store_refunds (org_id, store_connection_id, order_id, refund_id, refunded_at, currency, amount_micros)
   select org_id, case when o % 10 = 0 then second else store end, back * 10000 + o, 'r', least(now(), day + interval '5 days'), 'MXN', 80000000
   from ${of_days}, ${slots(orders_of_day)} where o % 40 = 7`,
  `insert into marketplace_orders (org_id, connection_id, account_id, order_id, platform, ordered_at, changed_at, status, is_voided, is_sold, currency,
     total_micros, fee_micros, shipping_micros, refunded_micros, buyer, pack_id, is_first_of_pack, lines)
   select org_id, market, 'a', back * 10000 + o, 'mpa', at, at, case when o % 20 = 3 then 'cancelled' else 'paid' end, o % 20 = 3, o % 20 <> 3, 'MXN',
     amount, amount * 15 / 100, 99000000, case when o % 33 = 5 then amount else 0 end, 'b' || o * 31 % 5000,
     case when o % 10 in (1, 2) then 'k' || back * 10000 + o / 10 end, o % 10 <> 2,
     jsonb_build_array(jsonb_build_object('listing_id', 'MLM' || 1 + o % 400, 'title', 'Linen shirt', 'sku', null, 'quantity', 1, 'price', amount::text))
   from ${of_days}, ${slots('160')}
     cross join lateral (select ${at_slot}, 1000000::bigint * (80 + floor(3000 * power(${chance(5)}, 4)))::int as amount) i`,
  `insert into marketplace_questions (org_id, connection_id, account_id, question_id, listing_id, platform, status, asked_at, question, answered_at, answer)
   select org_id, market, 'a', back * 10000 + o, 'MLM' || 1 + floor(power(${chance(6)}, 3) * 50000 * share)::int, 'mpa',
     case when back < 3 and o % 2 = 0 then 'unanswered' when o = 1 and back % 9 = 0 then 'banned' when o % 20 = 3 then 'closed_unanswered' else 'answered' end, at,
     'Is it still available in blue, and when would it arrive?', at + interval '2 hours', 'Yes, it is. It arrives within two days.'
   from ${of_days}, ${slots('60')} cross join lateral (select ${at_slot}) i`,
  `insert into checkouts (org_id, connection_id, checkout_id, token, platform, started_at, changed_at, completed_at, email, customer_name, phone,
     currency, total_micros, recovery_url, lines)
   select org_id, case when kind = 0 then store else mail end, 'k' || kind || '-' || back * 10000 + o, case when kind = 0 or o % 2 = 0 then 't' || back * 10000 + o end,
     case when kind = 0 then 'sx' else 'email_a' end, at + kind * interval '1 minute', at + interval '20 minutes',
     case when kind = 0 and o % 3 = 0 then at + interval '9 hours' end, ${person(7)}, 'Ana Díaz', null, 'MXN', 1000000::bigint * (100 + o % 900),
     'https://shop.test/recover/' || o, '[{"title": "Linen shirt", "quantity": 1, "price": 100000000}]'
   from ${of_days}, ${slots('250')} cross join lateral (select ${at_slot}) i, generate_series(0, case when o <= 120 * share then 1 else 0 end) kind`,
  `insert into email_campaigns (org_id, connection_id, campaign_id, platform, name, subject, status, body_text, scheduled_at, sent_at, changed_at,
     currency, recipients, delivered, opens, clicks, unsubscribes, revenue_micros)
   select org_id, mail, 'm' || back || '-' || o, 'email_a', 'News ' || back || ' ' || o, 'What is new this week',
     case when back < 9 and o = 1 then 'draft' when back < 4 then 'scheduled' else 'sent' end, repeat('Summer is near, and so are new colors. ', 120), at,
     case when back >= 9 or o > 1 and back >= 4 then at end, at, 'MXN', 90000, 88000, 20000, 3000, 90, 5000000::bigint * (hashint4(back) & 4095)
   from ${of_days}, ${slots('2')} cross join lateral (select ${at_slot}) i`,
  `insert into contacts (org_id, connection_id, external_id, platform, full_name, email, phone, company, city, country, source, tags, created_at)
   select org_id, case when o % 10 <> 0 then mail end, case when o % 10 <> 0 then 'e' || back * 10000 + o end, case when o % 10 <> 0 then 'email_a' end,
     ${words('Ana', 'Luis', 'Marta', 'João', 'Sofía')}[1 + (hashint4(o + back) & 3)] || ' ' || ${words('Díaz', 'Silva', 'Pérez', 'Souza')}[1 + (hashint4(o * 3 + back) & 3)],
     case when o % 25 = 0 then null when o % 19 = 0 then ${person(8)} else 'c' || back * 10000 + o || '@mail.test' end,
     case when o % 4 = 0 then '+52 55 ' || back * 10000 + o end, case when o % 50 = 0 then 'Company ' || o % 300 end, 'Monterrey', 'MX', 'form', '{news,vip}', at
   from ${of_days}, ${slots('220')} cross join lateral (select ${at_slot}) i`,
  `insert into social_daily (org_id, connection_id, social_account_id, date, platform, reach, impressions, engagements, profile_views)
   select a.org_id, a.connection_id, a.social_account_id, current_date - back, a.platform, 900 + back, 2000 + back % 300, 90 + back % 70, 40
   from social_accounts a, generate_series($2::int, $1::int) back`,
  `insert into social_follower_daily (org_id, connection_id, social_account_id, date, platform, followers)
   select a.org_id, a.connection_id, a.social_account_id, current_date - back, a.platform, 90000 - 30 * back
   from social_accounts a, generate_series($2::int, $1::int) back`,
  `insert into social_posts (org_id, connection_id, social_account_id, post_id, platform, posted_at, type, caption, permalink, likes, comments, shares,
     saves, reach, impressions, engagements)
   select a.org_id, a.connection_id, a.social_account_id, 'post' || back * 10 + o, a.platform, current_date - back + o * interval '4 hours', 'VIDEO',
     repeat('New colors for the summer. ', 8), 'https://social.test/' || back * 10 + o, 40 + o, 3, 2, 5, 900, 2000, 50 + o
   from social_accounts a, generate_series($2::int, $1::int) back, generate_series(1, 4) o`,
  `insert into social_stories (org_id, connection_id, social_account_id, story_id, platform, posted_at, type, reach, impressions, engagements, replies, shares)
   select a.org_id, a.connection_id, a.social_account_id, 'story' || back * 10 + o, a.platform, current_date - back + o * interval '3 hours', 'IMAGE',
     400, 500, 20, 2, 1
   from social_accounts a, generate_series($2::int, $1::int) back, generate_series(1, 5) o`,
  `insert into page_scans (org_id, url, final_url, device, method, version, performance, lab_lcp_ms, lab_cls, lab_ttfb_ms, field_of, field_lcp_ms,
     field_cls, field_ttfb_ms, field_inp_ms, scanned_at)
   select org_id, 'https://shop.test/pages/' || o, 'https://shop.test/pages/' || o, device, 'pagespeed', '12.0', 40 + (hashint4(o + back) & 31), 2500, 0.1,
     300, 'page', 2400, 0.12, 350, 180, day + o * interval '1 minute'
   from ${of_days}, ${slots('30')}, unnest(array['mobile', 'desktop']) device`,
  `insert into web_event_daily (org_id, connection_id, property_id, date, event_name, events, users)
   select org_id, web, 'a', day, event, 90000 / step, 60000 / step
   from ${of_days}, (values ('view_item', 1), ('add_to_cart', 5), ('begin_checkout', 9), ('purchase', 20)) e (event, step)`,
  `insert into web_daily (org_id, connection_id, property_id, date, currency, sessions, users, new_users, engaged_sessions, page_views, conversions,
     purchases, revenue_micros)
   select org_id, web, 'a', day, 'MXN', 9000 + back, 8000, 5000, 6000, 40000, 200, 100, 100000000000 from ${of_days}`,
  `insert into web_source_daily (org_id, connection_id, property_id, date, source, medium, channel, campaign, currency, sessions, users, new_users,
     engaged_sessions, conversions, purchases, revenue_micros)
   select org_id, web, 'a', day, 'source ' || o, 'cpc', 'Paid', 'spring', 'MXN', 100 + o, 90, 50, 60, 2, 1, 1000000 * o from ${of_days}, ${slots('60')}`,
  `insert into seo_daily (org_id, connection_id, site_url, date, clicks, impressions, position_weighted)
   select org_id, seo, 'a', day, 50 + back % 9, 1000, 4000 from ${of_days}`,
  `insert into seo_query_daily (org_id, connection_id, site_url, date, query, clicks, impressions, position_weighted)
   select org_id, seo, 'a', day, 'query ' || o, 1, 10, 40 from ${of_days}, ${slots('100')}`,
]
