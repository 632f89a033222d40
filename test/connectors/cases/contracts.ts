// Tests that compare each connector and its stand-in with the vendor's contract, and that show that the comparison can fail.
import type { Named } from './cell.ts'

interface Compared {
  /** Every request and every answer of the stand-in. */
  exchanges: readonly string[]
  /** A field that the contract does not have is found. */
  invented: string
  /** Recorded or documented answers become rows. A sentence, when none are published. */
  samples: readonly string[] | { none: string }
  /** The file of the samples, when it is another one. */
  samples_in?: string
}

const INVENTED = 'a stand-in that invents a field fails'
const NONE = { none: 'Nobody publishes recorded answers, and the contract has no examples.' }

export const compared: Record<string, Compared> = {
  email_a: {
    exchanges: ['every request of the connector and every answer it gets are as Klaviyo publishes them'],
    invented: 'the validator finds unknown fields, wrong types, missing headers and unpublished operations',
    samples: ['campaigns with their messages become the expected rows', 'profiles become contacts'],
    samples_in: 'test/vendors/email_a_records.test.ts',
  },
  email_b: {
    exchanges: ['every request of the connector and every answer are as Mailchimp publishes them'],
    invented: 'the validator finds unknown fields, wrong types, large pages and unpublished operations',
    samples: ['campaigns become broadcasts', 'members become contacts, also of a segment'],
  },
  email_c: {
    exchanges: ['every request of the connector and every answer are as Brevo publishes them'],
    invented: 'the validator finds unknown fields, wrong types, large pages and unpublished operations',
    samples: NONE,
  },
  gx_ads: {
    exchanges: ['every request of the connector and every answer it gets are as Google publishes them'],
    invented: 'the validator rejects what Google does not publish',
    samples: ['real figures of an ad become the figures of a day', 'real campaigns, ad groups and ads become rows'],
    samples_in: 'test/vendors/gx_ads_samples.test.ts',
  },
  gx_analytics: {
    exchanges: ['every request of the connector and every answer it gets are as Google publishes them'],
    invented: 'the validator finds unknown fields, wrong types and unpublished methods',
    samples: ['real records become the expected rows'],
  },
  heat_a: {
    exchanges: ['every request of the connector and every answer it gets are as the vendor documents them'],
    invented: INVENTED,
    samples: NONE,
  },
  merchant_feed: {
    exchanges: ['every request of the connector and every answer it gets are as Google publishes them'],
    invented: INVENTED,
    samples: NONE,
  },
  mpa: {
    exchanges: [
      'every request has a documented path, and every parameter is documented',
      'the sandbox has no field that the documents do not have',
    ],
    invented: INVENTED,
    samples: ['become rows', 'all fit the schemas'],
  },
  mpb_ads: {
    exchanges: ['every request and every answer is as Amazon publishes it'],
    invented: 'the validator rejects what Amazon does not publish',
    samples: ['real profiles, campaigns, ad groups and ads become rows'],
  },
  mpb_sp: {
    exchanges: ['every request and every answer is as Amazon publishes them'],
    invented: 'the validator finds unknown fields, wrong types and unknown parameters',
    samples: ['recorded lines of the report become sales', 'of listings and of marketplaces fit'],
  },
  mx_ads: {
    exchanges: ['every request of the connector and every answer it gets are as Meta publishes them'],
    invented: 'the validator rejects what Meta does not publish',
    samples: ['real insights become the figures of a day', 'real campaigns, ad sets, ads and creatives become rows'],
    samples_in: 'test/vendors/mx_ads_samples.test.ts',
  },
  net_c: {
    exchanges: ['every request of the connector is known, and the sandbox invents no field'],
    invented: 'the validator rejects what is not known',
    samples: ['real records of a page become its account, its followers and a day'],
  },
  net_c_ads: {
    exchanges: ['every request of the connector is known, and the sandbox invents no field'],
    invented: 'the validator rejects what is not known',
    samples: ['real accounts, campaign groups, campaigns and creatives become rows'],
  },
  net_d_ads: {
    exchanges: ['every request is as X documents it, and the sandbox invents no field'],
    invented: INVENTED,
    samples: ['documented accounts, campaigns, line items and posts become rows'],
  },
  seo_console: {
    exchanges: ['every request of the connector and every answer it gets are as Google publishes them'],
    invented: INVENTED,
    samples: ['real records become the expected rows'],
  },
  social_a: {
    exchanges: ['every request of the connector and every answer it gets are as Meta publishes them'],
    invented: 'the validator rejects metrics, fields and parameters that Meta does not publish',
    samples: ['a real account and its posts become rows'],
  },
  store_c: {
    exchanges: ['every request is published, and every field of every answer'],
    invented: 'the validator finds unknown fields and wrong types',
    samples: [
      'the documented orders and refunds become orders, lines and refunds',
      'documented and recorded products and variations are read',
    ],
  },
  sx: {
    exchanges: ['every request is one of the documents, and every answer conforms to the schema'],
    invented: 'the validator finds a null, a wrong type and an additional field',
    samples: [
      'an order with its journey and refund becomes the expected rows',
      'a product with its variants becomes the expected rows',
    ],
    samples_in: 'test/vendors/sx_samples.test.ts',
  },
  tnx: {
    exchanges: ['every request is documented, and every field of every answer'],
    invented: 'the validator finds unknown fields and wrong types',
    samples: ['the documented order becomes an order with a line', 'every documented product and cart is read'],
  },
  tx_ads: {
    exchanges: ['every request of the connector is as TikTok publishes it'],
    invented: INVENTED,
    samples: ['real reports become the figures of a day', 'real campaigns, ad groups and ads become rows'],
    samples_in: 'test/vendors/tx_ads_samples.test.ts',
  },
}

/** The tests of a platform, with their files. */
export function comparisons(platform: string): Required<Named>[] {
  const { exchanges, invented, samples, samples_in } = compared[platform]!
  const file = `test/vendors/${platform}.test.ts`
  const of = (names: readonly string[], where = file) => names.map((name) => ({ file: where, name }))
  return [...of([...exchanges, invented]), ...('none' in samples ? [] : of(samples, samples_in))]
}
