// The example of S3's documentation: "Signature Calculations for the Authorization Header", PUT Object.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signed_put } from '#lib/sigv4.ts'

test('a signed PUT has the signature of the documented example', () => {
  const headers = signed_put(
    new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
    'Welcome to Amazon S3.',
    {
      access_key_id: 'AKIAIOSFODNN7EXAMPLE',
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
    },
    {
      now: new Date('2013-05-24T00:00:00Z'),
      headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    },
  )
  assert.match(
    headers.authorization ?? '',
    /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
  )
})
