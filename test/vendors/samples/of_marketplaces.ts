// Sample answers of marketplaces that no test converts to rows, with the reasons.
import type { LeftOut } from './form.ts'

const KIND = 'The connector reads nothing of this kind.'

export const marketplaces_left_out: Record<'mpa' | 'mpb_ads' | 'mpb_sp', LeftOut[]> = {
  mpa: [
    {
      why: 'Answers of the sign-in and errors, which test/vendors/errors.test.ts compares.',
      of: '01-getting-started__autenticacion-y-autorizacion 01-getting-started__error-403 01-getting-started__consideraciones-de-diseno',
    },
    { why: 'About apps and test users, of which the connector reads nothing.', of: '01-getting-started__*' },
    { why: KIND, of: '02-users__* 08-moderations__* 17-messaging__* 24-mercado-ads__*' },
    {
      why: 'The other page of questions has the answers that the connector reads.',
      of: '05-questions__preguntas-y-respuestas',
    },
    { why: 'Announcements are hints, and what they name is read.', of: '07-notifications__*' },
    {
      why: 'Bodies of changes, attributes and prices of categories, and stock by place.',
      of: '04-items__atributos 12-products__*',
    },
    { why: 'Shipments, feedback, notes and packs, which the rows of orders do not have.', of: '15-sales-orders__*' },
    {
      why: 'Quality, reputation, opinions and trends. Of these pages the connector reads visits only.',
      of: '19-metrics__*',
    },
  ],
  mpb_ads: [
    {
      why: 'Display ads of an older version of the API, with other fields and words. The connector reads the newer lists.',
      of: 'sponsored_display_*',
    },
    {
      why: KIND,
      of: 'portfolios sponsored_product_*keywords sponsored_product_targetings en-us__guides__account-management__* en-us__guides__sponsored-products__*',
    },
    { why: 'Programs and tokens for a first call.', of: 'en-us__guides__get-started__*' },
    {
      why: 'Requests and lines of reports that the connector does not order, or lines of sums.',
      of: 'en-us__guides__reporting__*',
    },
    { why: 'Templates, whose values are the words "string" and "number".', of: 'en-us__reference__common-models__*' },
    { why: 'A schema of errors, and no answer.', of: 'en-us__reference__concepts__errors' },
  ],
  mpb_sp: [
    { why: 'Reports of listings, categories and stock. The connector reads listings from their list.', of: 'GET_*' },
    {
      why: 'The older list of orders, which ends in 2027. The connector reads the newer one.',
      of: 'Orders OrderItems ordersV0',
    },
    {
      why: 'Metadata of reports, without their lines. test/vendors/mpb_sp.test.ts compares requests for reports with the contract.',
      of: 'reports_2021-06-30',
    },
    { why: KIND, of: 'catalogItems_2022-04-01 notifications sales tokens_2021-03-01' },
  ],
}
