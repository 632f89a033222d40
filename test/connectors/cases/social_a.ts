import { all, type Cells, documented, tests_of, without } from './cell.ts'

const vendor = documented('documents of the Instagram platform', '2026-06')
const unit = tests_of('src/connectors/social_a/social_a.test.ts')
const contract = tests_of('test/vendors/social_a.test.ts')
const short_lived = tests_of('test/sync/short_lived.test.ts')
const meta = tests_of('src/connectors/meta.test.ts')

export const social_a: Cells = {
  contract: vendor.contract,
  cells: {
    ...without.orders,
    ...without.reports,
    ...without.webhooks,
    ...without.writes,
    18: vendor.has_no('money', 'social_a/api_specs/enum_types.trimmed.json', '"total_interactions"'),
    4: short_lived(
      'a post that vanished is marked and keeps its numbers, those of other accounts do not, and it can return',
    ),
    5: short_lived(
      'posts that the list of an account leaves out stay, and the account says that older ones are missing',
    ),
    7: all(
      unit(
        'a metric that Instagram refuses costs only its own figure',
        'a refusal of a whole account is none of single metrics',
      ),
    ),
    9: meta('the connector waits for the minutes until an account regains access'),
    10: vendor.cannot(
      'There are no refresh tokens: a token that is valid is exchanged, and the old one stays valid.',
      'developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived',
      '2026-11',
    ),
    11: meta('a token is renewed at half its life, with the newest token'),
    16: contract('the days of requests are those of Pacific time, on days of a change of daylight time too'),
    20: tests_of('test/query/social.test.ts')('list_social_metrics has every day, and no sum of reach or of followers'),
    21: vendor.cannot(
      'The figures that are read are organic and whole. Children of albums have none of their own.',
      'developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights',
      '2026-06',
    ),
    22: unit('an empty set is no zero, a zero is one, and a missing metric is unknown'),
    28: contract('a post that does not exist any more is found missing, and one that does is read by its id'),
    30: short_lived('stories that ended stay with the figures that were last read'),
    34: vendor.shown(
      'A post and an account have no mark of a test.',
      'social_a/api_specs/IGMedia.json',
      'media_product_type',
    ),
  },
}
