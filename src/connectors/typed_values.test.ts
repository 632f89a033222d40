// Every value that a person types has a label and a help text in each language, and so has how to get it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { asked_schema } from '#engine/connecting/confirm_page.ts'
import { typed_keys } from '#engine/connector/sign_in.ts'
import type { Connector } from '#engine/connector.ts'
import { type CredentialField, fields_of, given_fields } from '#engine/vendors/credential_fields.ts'
import { Message } from '#messages/message.ts'
import { connectors } from './index.ts'
import { sign_ins } from './sign_ins.ts'

/** The fields of the platform's pages. */
function shown_fields(platform: string, connector: Connector): CredentialField[] {
  const sign_in = sign_ins[platform] ?? typed_keys
  const { settings, auth } = connector
  const keys = sign_in.kind === 'keys' ? [...given_fields(settings), ...given_fields(auth.secrets)] : []
  const added = fields_of(auth.secrets).filter(({ name }) => sign_in.adds?.secrets.includes(name))
  return [...keys, ...added, ...fields_of(asked_schema({ sign_in, connector }))]
}

for (const [platform, connector] of Object.entries(connectors))
  it(`${platform}: what a person types is described in the language of the reader`, () => {
    for (const { name, words } of shown_fields(platform, connector))
      assert.ok(words, `${name} has no words of src/messages/fields, so its page is English in every language`)
    assert.ok(connector.platform.credentials instanceof Message)
  })
