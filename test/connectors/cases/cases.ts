// What real accounts do to any connector, in our own words, in the order of the list that the vendors' contracts come with. The most
// costly cases are first. `shared` are tests of the shared suite that run the case for every connector.

interface Case {
  title: string
  shared?: readonly string[]
}

export const cases: Record<number, Case> = {
  1: {
    title: 'One of several accounts refuses access',
    shared: ['an account whose permission ends is named with the reason, and its stored rows stay'],
  },
  2: {
    title: 'The list has accounts that cannot be read: closed, of another kind, without currency or zone',
    shared: ['accounts that are listed but cannot be read are named with the reason, and the others are read'],
  },
  3: {
    title: 'Many accounts, whose list itself is limited',
    shared: ['accounts are listed once a day, and a list that is limited delays no sync'],
  },
  4: {
    title: 'Deleted and archived objects leave lists or reports',
    shared: ['objects that their lists leave out keep their names and figures'],
  },
  5: { title: 'A list or report ends early without saying so' },
  6: {
    title: 'An empty answer means no access, or not ready',
    shared: ['an entirely empty answer, where there were rows, leaves the rows'],
  },
  7: {
    title: 'An error inside of an answer with status 200, or HTML in its place',
    shared: [
      'HTML, and a warning before the answer, are rejected and requested again',
      'an empty body is rejected and requested again',
      'a vendor that only sends HTML ends the sync, and the stored rows stay',
    ],
  },
  8: {
    title: "A limit in the vendor's own form, with and without a time to wait",
    shared: [
      'waits as long as the vendor requires',
      'the status 429 is waited for, with a time and without one',
      'a wait of an hour ends the sync, and the next one comes after it',
    ],
  },
  9: {
    title: 'A limit belongs to the app, which many connections share',
    shared: ['two connections of one app stay within the limits that they share'],
  },
  10: {
    title: 'A refresh token works once',
    shared: ['a refresh token that changes at each use is never lost'],
  },
  11: { title: 'The access ends on a day that is known before' },
  12: {
    title: 'The secret of the app ends',
    shared: ['when the secret of the app has ended, nobody is asked to connect again'],
  },
  13: {
    title: 'The person who connected loses the right',
    shared: ['after a revoked sign-in the connection needs reconnection, and stored rows stay'],
  },
  14: {
    title: 'Fewer permissions are granted than asked for',
    shared: ['a stream without permission is named with the reason, and the other streams are read'],
  },
  15: {
    title: 'The version in use is retired',
    shared: [
      'a version that is retired ends the sync with the reason, and the stored rows stay',
      'no request uses an API whose end is announced',
    ],
  },
  16: {
    title: 'A day of the platform is not a day in UTC',
    shared: ['days are those of the account, also while the day in UTC is another'],
  },
  17: {
    title: 'The account changes its zone or currency',
    shared: ['days from before a change of zone and currency keep what they had'],
  },
  18: { title: 'Amounts in micros, minor units, decimals, and currencies without decimals' },
  19: {
    title: 'Past days change',
    shared: ['a day that the platform restates is corrected, and the correction is recorded'],
  },
  20: { title: 'Figures that count people do not add up over days' },
  21: { title: 'A figure comes in parts, and only their sum is true' },
  22: {
    title: 'Null, absent, a dash, an empty text and zero mean different things',
    shared: ['a figure that an answer lacks is null, or a zero that the vendor documents'],
  },
  23: { title: 'An order is edited, split, refunded, cancelled after its payment, or never paid' },
  24: { title: 'One sale comes through two platforms' },
  25: {
    title: 'Ids above 2^53, ids that look like numbers, ids whose case matters',
    shared: ['ids above 2^53 are stored digit by digit'],
  },
  26: {
    title: 'Free-form texts of any form and length',
    shared: ['texts with emoji, characters that no database stores, and great length stop nothing'],
  },
  27: {
    title: 'Rows move between pages while they are read',
    shared: [
      'a record that is repeated on a later page is stored once',
      'duplicated or reordered records are stored once',
    ],
  },
  28: { title: 'The filter for changes misses some, or an older version ignores it' },
  29: { title: 'A report takes hours, fails, ends empty, or its link expires' },
  30: { title: 'The platform keeps some days only' },
  31: { title: 'Webhooks without signature, repeated, in another order, or missing' },
  32: {
    title: 'A shop or an account is unpaid, uninstalls the app, or asks for deletion',
    shared: ['an account that is not paid for ends the sync with the reason, and needs no new sign-in'],
  },
  33: { title: 'A write times out, is refused in part, or is visible late' },
  34: { title: 'Test accounts, test campaigns and test orders' },
}
