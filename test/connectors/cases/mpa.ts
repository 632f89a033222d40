import { all, type Cells, documented, shared, shared_limits, shop_writes, tests_of, without } from './cell.ts'

const vendor = documented(
  'documents of Mercado Libre for developers (autenticacion-y-autorizacion, rate-limit-error-429)',
  '2026-06',
)
const unit = tests_of('src/connectors/mpa/mpa.test.ts')
const sales = tests_of('src/connectors/mpa/sales.test.ts')
const listings = tests_of('src/connectors/mpa/listings.test.ts')
const questions = tests_of('src/connectors/mpa/questions.test.ts')
const contract = tests_of('test/vendors/mpa.test.ts')

export const mpa: Cells = {
  contract: vendor.contract,
  cells: {
    ...vendor.one_account('mpa/docs/01-getting-started/autenticacion-y-autorizacion.md', '"user_id"'),
    ...without.reports,
    4: unit('visits of closed and vanished items are unknown, and the other items are read'),
    5: all(
      contract('the list of orders ends at offset 1,000, and a scan after five minutes'),
      unit(
        'behind the thousandth order, the list starts again at the last order',
        'an empty page before the number that the platform states is an error, and not the end',
      ),
      sales(
        'a page of orders that comes empty before the end is not stored as read, and the next sync has every order',
      ),
    ),
    7: listings(
      'an item whose code is a passing error is asked for again, and ends the sync when that does not help',
      'an item that is refused keeps its row and is counted, while one that does not exist leaves after two reads',
    ),
    9: all(shared_limits, shared('two connections of one app stay within the limits that they share')),
    10: all(
      shared('a refresh token that changes at each use is never lost'),
      sales('every renewed token is used once, over many renewals'),
    ),
    11: all(
      tests_of('test/connectors/cases/known_ends.test.ts')(
        'mpa: the access ends 120 days after its last renewal, although no answer says so',
      ),
      sales('each renewal moves the end of the access, and 30 days before it a person is warned'),
    ),
    14: sales('a permission that is missing for visits stops only the visits'),
    16: sales('orders around midnight belong to the day of the organization, whatever offset the platform writes'),
    17: vendor.shown(
      'The country of a seller, and with it currency and zone, is part of the account.',
      'mpa/docs/02-users/usuarios-y-aplicaciones.md',
      '"site_id"',
    ),
    18: unit('an order keeps its instant with the offset, its pack, its fee of all units and an unknown shipping'),
    19: sales('a pack keeps one order when its first order is cancelled, and changes are restatements'),
    20: vendor.shown(
      'Visits of items are counted, and no people.',
      'mpa/docs/19-metrics/recurso-de-visitas.md',
      'total_visits',
    ),
    21: sales(
      'packs count as one order, splits are neither lost nor counted twice, and cancelled sales that stay paid do not count',
    ),
    22: all(
      unit('a fee that one line lacks is unknown'),
      tests_of('src/connectors/mpa/shipping.test.ts')(
        'a cost of nothing is known. That of another seller, of a refused shipment, or with a compensation is not, and is counted',
      ),
    ),
    23: all(
      unit('a sale is void by tags and payments, and not by its status alone'),
      sales(
        'packs count as one order, splits are neither lost nor counted twice, and cancelled sales that stay paid do not count',
      ),
    ),
    24: tests_of('test/query/counted_once.test.ts')(
      'it leaves the totals only on the days that the marketplace covers, its refund with it, and notes say so',
    ),
    28: all(
      sales('a change that the platform does not report as one is found within a day'),
      tests_of('src/connectors/mpa/cancelled.test.ts')(
        'cancelled orders, which a search hides, are asked for by their status, with the same filter',
      ),
    ),
    30: all(
      unit('questions are read until they are older than the start; a banned text is empty and ids are text'),
      questions(
        'an open question older than 30 days gets its answer or its end, and one that was deleted leaves',
        'more questions than the list gives are read by a scan, unless a later read needs only the newest',
      ),
    ),
    31: tests_of('test/webhooks/hints.test.ts')(
      'new orders and questions of the seller are read one by one, and stored before any sync',
      'of another app, of an unknown user or of another topic is answered with 200 and reads nothing',
      'many hints for one resource cause one read',
    ),
    33: shop_writes,
    34: unit('test orders, and all orders of a test seller, are marked'),
  },
}
