// People with an app that acts for them.
import assert from 'node:assert/strict'
import type { Role } from '#domain/roles.ts'
import type { Scope } from '#domain/scopes.ts'
import type { TestApp } from '#test/app.ts'
import { join_org, new_person } from '#test/browser.ts'
import type { OAuthApp } from '#test/oauth_app.ts'

let people = 0

/** A new person who is signed in, and a member. */
export async function new_person_of(app: TestApp, role: Role, org_id = app.acme.org_id) {
  const email = `person${people++}@example.com`
  const browser = await new_person(app, email)
  const user_id = await join_org(app, browser, { org_id, role })
  await app.settled(async () => (await browser.tool('list_connected_apps', {}, org_id)).status === 200)
  return { browser, user_id: user_id as string, email }
}

/** The same, who has connected the app. */
export async function connected_person(
  app: TestApp,
  agent: OAuthApp,
  { role, scopes }: { role: Role; scopes: readonly Scope[] },
) {
  const someone = await new_person_of(app, role)
  const tokens = await agent.connect(someone.browser, { org_id: app.acme.org_id, scopes })
  const { apps } = (await someone.browser.tool('list_connected_apps', {}, app.acme.org_id)).body.result
  const own = apps.find(({ person }: { person: { user_id: string } }) => person.user_id === someone.user_id)
  assert.ok(own)
  return { ...someone, tokens, grant_id: own.grant_id as string }
}
