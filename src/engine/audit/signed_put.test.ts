import assert from 'node:assert/strict'
import { createHmac, hash } from 'node:crypto'
import { test } from 'node:test'
import { signed_put } from '#engine/audit/signed_put.ts'

const key = {
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = new Date('2013-05-24T00:00:00Z')

// S3's documentation, "Signature Calculations for the Authorization Header", PUT Object.
test('a signed PUT has the signature of the documented example', async () => {
  const headers = await signed_put(
    new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
    'Welcome to Amazon S3.',
    key,
    { now, headers: { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' } },
  )
  assert.match(
    headers.authorization ?? '',
    /Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd$/,
  )
})

// The same documentation: every character of the path but A-Z, a-z, 0-9, -, ., _, ~ and / is percent-encoded for the signature.
test('characters that an address need not encode are encoded for the signature', async () => {
  const url = new URL('https://store.example/bucket/year=2013/anchors@(1).jsonl')
  const headers = await signed_put(url, 'a line', key, { now, headers: { 'content-type': 'application/x-ndjson' } })
  const content = hash('sha256', 'a line')
  const request = [
    'PUT',
    '/bucket/year%3D2013/anchors%40%281%29.jsonl',
    '',
    'content-type:application/x-ndjson',
    'host:store.example',
    `x-amz-content-sha256:${content}`,
    'x-amz-date:20130524T000000Z',
    '',
    'content-type;host;x-amz-content-sha256;x-amz-date',
    content,
  ].join('\n')
  const scope = ['20130524', 'us-east-1', 's3', 'aws4_request']
  const signing = scope.reduce<string | Buffer>(
    (signing, part) => createHmac('sha256', signing).update(part).digest(),
    `AWS4${key.secret}`,
  )
  const text = ['AWS4-HMAC-SHA256', '20130524T000000Z', scope.join('/'), hash('sha256', request)].join('\n')
  const signature = createHmac('sha256', signing).update(text).digest('hex')
  assert.equal(headers.authorization?.split('Signature=')[1], signature)
})
