// The protocol's official client: it finds the metadata, signs in with a document or by registration, calls, renews, and is disconnected.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { create_outbound, type Outbound, type OutboundRequest } from '#engine/vendors/outbound.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { type Browser, join_org, new_person } from '#test/browser.ts'
import { REDIRECT } from '#test/oauth_app.ts'

const DOCUMENT = 'https://agent.example/client.json'
const about = {
  client_name: 'Agent with a document',
  redirect_uris: [REDIRECT],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

let app: TestApp
let ana: Browser
const fetched: OutboundRequest[] = []
before(async () => {
  const outbound: Outbound = {
    ...create_outbound(),
    async fetch(request) {
      fetched.push(request)
      const text = JSON.stringify({ client_id: request.url, ...about })
      return { status: 200, headers: { 'content-type': 'application/json' }, text }
    },
  }
  app = await test_app({ seeded: false, outbound })
  ana = await new_person(app, 'ana@example.com')
  await join_org(app, ana, { org_id: app.acme.org_id, role: 'member' })
})
after(() => app.close())

/** What a client keeps of its sign-in. The address for the person is not opened, but kept. */
class Kept implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT
  readonly clientMetadata = { ...about, client_name: 'Agent that registers' }
  readonly clientMetadataUrl?: string
  information: StoredOAuthClientInformation | undefined
  kept: StoredOAuthTokens | undefined
  verifier = ''
  opened: URL | undefined

  constructor(document?: string) {
    if (document !== undefined) this.clientMetadataUrl = document
  }
  clientInformation = () => this.information
  saveClientInformation = (information: StoredOAuthClientInformation) => {
    this.information = information
  }
  tokens = () => this.kept
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.kept = tokens
  }
  invalidateCredentials = () => {
    this.kept = undefined
  }
  redirectToAuthorization = (url: URL) => {
    this.opened = url
  }
  saveCodeVerifier = (verifier: string) => {
    this.verifier = verifier
  }
  codeVerifier = () => this.verifier
}

const transport_of = (provider: Kept) =>
  new StreamableHTTPClientTransport(new URL('/mcp', app.url), { authProvider: provider })
const new_client = () => new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })

/** The person opens the address that the client named, and allows what the page has ticked. */
async function person_allows({ opened }: Kept): Promise<URLSearchParams> {
  assert.ok(opened)
  const { headers } = await ana.send('GET', opened.pathname + opened.search)
  const { searchParams } = new URL(String(headers.location), app.url)
  const { status, body, text } = await ana.auth('/oauth2/consent', {
    accept: true,
    oauth_query: searchParams.get('request'),
    org_id: app.acme.org_id,
    scopes: searchParams
      .get('asked')
      ?.split(' ')
      .filter((scope) => scope !== 'admin:*'),
  })
  assert.equal(status, 200, text)
  return new URL(body.url).searchParams
}

for (const [how, document] of [
  ['a document', DOCUMENT],
  ['a registration', undefined],
] as const)
  suite(`the official client with ${how}`, () => {
    test('signs in, calls, renews its token, and after it was disconnected has to ask again', async () => {
      const provider = new Kept(document)
      const transport = transport_of(provider)
      await assert.rejects(new_client().connect(transport), UnauthorizedError)
      if (document) assert.deepEqual(fetched, [])
      await transport.finishAuth(await person_allows(provider))
      if (document) assert.deepEqual([provider.information?.client_id, fetched.length], [document, 1])
      assert.ok(provider.kept?.refresh_token)

      const client = new_client()
      await client.connect(transport_of(provider))
      const call = () => client.callTool({ name: 'list_connections', arguments: {} })
      assert.ok(!(await call()).isError)

      const first = provider.kept.access_token
      await app.db.query(`update auth.oauth_access_tokens set expires_at = now() - interval '1 s'`)
      await app.db.query(`select pg_notify('tablero_directory', '')`)
      await app.settled(async () => {
        await call()
        return provider.kept?.access_token !== first
      }, CHANGE_FELT_MS)

      const { apps } = (await ana.tool('list_connected_apps', {}, app.acme.org_id)).body.result
      assert.equal(apps[0].name, document ? about.client_name : 'Agent that registers')
      const ended = await ana.tool('disconnect_app', { grant_id: apps[0].grant_id }, app.acme.org_id)
      assert.equal(ended.status, 200)
      provider.opened = undefined
      await app.settled(
        () =>
          call().then(
            () => false,
            (error) => error instanceof UnauthorizedError,
          ),
        CHANGE_FELT_MS,
      )
      assert.ok(provider.opened, 'the client asks its person again')
      await client.close()
    })
  })

suite('the official client', () => {
  test('asks its person for a scope that a call lacks', async () => {
    const provider = new Kept()
    const transport = transport_of(provider)
    await assert.rejects(new_client().connect(transport), UnauthorizedError)
    await transport.finishAuth(await person_allows(provider))
    const client = new_client()
    await client.connect(transport_of(provider))
    provider.opened = undefined
    await assert.rejects(client.callTool({ name: 'trigger_sync', arguments: { platform: 'none' } }), UnauthorizedError)
    const asked = new Set((provider.opened as URL | undefined)?.searchParams.get('scope')?.split(' '))
    assert.ok(asked.has('connections:write') && asked.has('ads:read'), [...asked].join(' '))
    await client.close()
  })
})
