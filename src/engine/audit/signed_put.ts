// Signs a PUT for object stores that speak S3 (AWS Signature Version 4), with the hash of the whole body.
import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'

export interface S3Key {
  access_key_id: string
  secret: string
  region: string
}

/** The headers to send: the given ones, all signed, and those of the signature. */
export async function signed_put(
  url: URL,
  body: string,
  { access_key_id, secret, region }: S3Key,
  { now, headers = {} }: { now: Date; headers?: Record<string, string> },
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    method: 'PUT',
    url: url.href,
    // Without this header the library would leave the body out of the signature.
    headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body) },
    allHeaders: true,
    accessKeyId: access_key_id,
    secretAccessKey: secret,
    region,
    service: 's3',
    datetime: now.toISOString().replace(/[-:]|\.\d{3}/g, ''),
  })
  return Object.fromEntries((await signer.sign()).headers)
}
