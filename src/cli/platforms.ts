// The platforms in plain words: what each needs, and what to write for it.
import type { Command } from 'commander'
import { connectors } from '#connectors/index.ts'
import { days_until } from '#domain/access_ends.ts'
import { credentials_by_hand } from '#engine/connector/platform.ts'
import type { Connector } from '#engine/connector.ts'
import { refuse } from '#engine/outcomes.ts'
import { type CredentialField, given_fields } from '#engine/vendors/credential_fields.ts'
import { system_clock } from '#lib/clock.ts'
import { print_done, print_rows, print_text } from './print.ts'

/** Finds a platform by its key, or by words of its vendor or product. */
export function find_platform(wanted: string): string {
  if (Object.hasOwn(connectors, wanted)) return wanted
  const words = wanted.toLowerCase()
  const found = Object.entries(connectors).filter(([, { platform }]) =>
    `${platform.vendor} ${platform.product}`.toLowerCase().includes(words),
  )
  if (found.length === 1) return found[0]![0]
  const choice = (found.length > 0 ? found : Object.entries(connectors))
    .map(([key, { platform }]) => `${key} (${platform.product})`)
    .join(', ')
  return refuse(
    found.length > 0
      ? `'${wanted}' can be one of ${choice}.`
      : `'${wanted}' cannot be connected. Platforms: ${choice}.`,
  )
}

const NO_END = 'no end is announced'

/** Each platform with the version that its connector uses, and the days until the vendor retires that version. */
const version_of = ([key, { platform }]: [string, Connector], now: Date) => ({
  platform: key,
  product: platform.product,
  version: platform.version.name,
  ends_on: platform.version.ends_on,
  days_left: platform.version.ends_on ? days_until(platform.version.ends_on, now) : null,
  source: platform.version.source,
})

const listed = ([key, { platform, settings, auth }]: [string, Connector]) => ({
  platform: key,
  product: platform.product,
  settings: names(given_fields(settings)),
  secrets: names(given_fields(auth.secrets)),
  permissions: platform.scopes.join(', '),
})

const names = (fields: CredentialField[]) => fields.map(({ name }) => name).join(', ') || '-'

/** Lines that an operator can copy, with a place for each value. */
export function template_of(key: string, command = `connection add ${key}`): string {
  const { settings, auth } = connectors[key]!
  const needed = given_fields(settings).filter(({ is_required }) => is_required)
  const all = given_fields(auth.secrets)
  const required = all.filter(({ is_required }) => is_required)
  const flag = needed.length > 0 ? ` --settings '${example(needed)}'` : ''
  return `Write a file secrets.json with your values:

  ${example(required.length > 0 ? required : all)}

Then run:

  npx tablero ${command}${flag} --secrets @secrets.json`
}

const example = (fields: CredentialField[]) =>
  `{${fields.map(({ name, kind }) => `"${name}": ${kind === 'list' ? '["…"]' : '"…"'}`).join(', ')}}`

function described(key: string): string {
  const { platform, settings, auth } = connectors[key]!
  const lines = (fields: CredentialField[]) =>
    fields.map(({ name, is_required, about }) => `  ${name}${is_required ? '' : ' (optional)'}: ${about}`)
  const chosen = given_fields(settings)
  return [
    `${platform.product} (${key}), by ${platform.vendor}`,
    '',
    ...(chosen.length > 0 ? ['Settings:', ...lines(chosen)] : ['Settings: none']),
    'Secrets:',
    ...lines(given_fields(auth.secrets)),
    `Permissions: ${platform.scopes.join(', ')}`,
    '',
    credentials_by_hand(platform).replaceAll('`', ''),
    `Documentation: ${platform.source}`,
    '',
    template_of(key),
  ].join('\n')
}

/** `platforms`: versions with their ends. `connection platforms`: what each platform needs. */
export function add_versions_command(program: Command) {
  program
    .command('platforms')
    .description('versions of the platforms that Tablero uses, and the days until each is retired; below zero: retired')
    .action((_options, command: Command) => {
      const now = system_clock.now()
      const json = command.optsWithGlobals().json === true
      const rows = Object.entries(connectors).map((one) => version_of(one, now))
      // On a screen, the source is too wide; docs/connectors.md has it.
      const shown = rows.map(({ source: _, ends_on, ...row }) => ({ ...row, ends_on: ends_on ?? NO_END }))
      print_rows(json ? rows : shown, { json, none: '' })
    })
}

export function add_platforms_command(connection: Command) {
  connection
    .command('platforms [platform]')
    .description('platforms that can be connected; with a name: what it needs, and where to get it')
    .action((wanted: string | undefined, _options, command: Command) => {
      const json = command.optsWithGlobals().json === true
      if (wanted === undefined) {
        print_rows(Object.entries(connectors).map(listed), { json, none: '' })
        if (!json) print_text('\nWhat one needs, and where to get it: tablero connection platforms <platform>')
        return
      }
      const key = find_platform(wanted)
      const { platform, settings, auth } = connectors[key]!
      const fields = { settings: given_fields(settings), secrets: given_fields(auth.secrets) }
      print_done(
        described(key),
        { platform: key, ...platform, credentials: credentials_by_hand(platform), by_hand: undefined, ...fields },
        { json },
      )
    })
}
