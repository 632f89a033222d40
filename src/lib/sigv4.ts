// Signs a PUT for object stores that speak S3: AWS Signature Version 4 with one chunk. The form is that of the S3 documentation,
// "Signature Calculations for the Authorization Header". Its example is the test.
import { createHmac, hash } from 'node:crypto'

export interface S3Key {
  access_key_id: string
  secret: string
  region: string
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The headers to send, with those that are given. The URL has no query. */
export function signed_put(
  url: URL,
  body: string,
  { access_key_id, secret, region }: S3Key,
  { now, headers: given = {} }: { now: Date; headers?: Record<string, string> },
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const content = hash('sha256', body)
  const sent: Record<string, string> = {
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value.trim()])),
    host: url.host,
    'x-amz-content-sha256': content,
    'x-amz-date': time,
  }
  const names = Object.keys(sent).sort()
  const lines = names.map((name) => `${name}:${sent[name]}\n`).join('')
  const request = ['PUT', url.pathname, '', lines, names.join(';'), content].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', request)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const { host: _host, ...headers } = sent
  const credential = `Credential=${access_key_id}/${scope}`
  const signature = hmac(key, text).toString('hex')
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 ${credential},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}
