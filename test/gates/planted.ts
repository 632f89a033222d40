// Faults that are planted into a copy of the project, and what each gate must say about them.
import { budgets } from '../../scripts/gates/budgets.ts'
import { dependencies } from '../../scripts/gates/dependencies.ts'
import type { Gate } from '../../scripts/gates/gate.ts'
import { images } from '../../scripts/gates/images.ts'
import { imports } from '../../scripts/gates/imports.ts'
import { licenses } from '../../scripts/gates/licenses.ts'
import { long_runs } from '../../scripts/gates/long_runs.ts'
import { migrations } from '../../scripts/gates/migrations.ts'
import { names } from '../../scripts/gates/names.ts'
import { dead_code, format_and_lint, types } from '../../scripts/gates/programs.ts'
import { prose } from '../../scripts/gates/prose.ts'
import { references } from '../../scripts/gates/references.ts'
import { regexes } from '../../scripts/gates/regexes.ts'
import { planted_imports } from './planted_imports.ts'
import { planted_migrations } from './planted_migrations.ts'

/** Planted faults of a gate: files with their texts, and the findings that the gate must report. */
export interface Planted {
  gate: Gate
  /** The parts of the project that the gate needs beside the planted files. */
  parts: string[]
  /** Texts by path. A text that starts with '+' is appended to the existing file. */
  files: Record<string, string>
  found: RegExp[]
}

export const planted: Planted[] = [
  {
    gate: format_and_lint,
    parts: ['biome.json', '.gitignore', 'package.json', 'scripts/lint', 'src/lib', 'dashboard/src/components'],
    files: {
      'src/engine/planted_lint.ts': `import pg from 'pg'
export async function wrong() {
  later()
  console.log(Date.now(), new Date(), process.env.HOME, fetch('http://a.test'), new pg.Pool(), Temporal.Now)
}
async function later() {}
`,
      'dashboard/src/components/planted_number.tsx': `export const wrong = (value: number) => [
  new Intl.NumberFormat('en').format(value),
  value.toFixed(2),
  value.toLocaleString(),
]
`,
      'src/engine/plantedName.ts': `export   const unformatted = 1\n${long_function()}`,
    },
    found: [
      /planted_lint\.ts:1:1 plugin[\s\S]*Only src\/db uses the driver/,
      /planted_lint\.ts:3:3 lint\/nursery\/noFloatingPromises/,
      /planted_lint\.ts:4:3 lint\/suspicious\/noConsole/,
      /planted_lint\.ts:4:15 plugin[\s\S]*Only src\/lib\/clock\.ts reads the time/,
      /planted_lint\.ts:4:27 plugin[\s\S]*Only src\/lib\/clock\.ts reads the time/,
      /planted_lint\.ts:4:39 lint\/style\/noProcessEnv/,
      /planted_lint\.ts:4:57 lint\/style\/noRestrictedGlobals/,
      /planted_lint\.ts:4:96 plugin[\s\S]*Only src\/lib\/clock\.ts reads the time/,
      /planted_number\.tsx:2:3 plugin[\s\S]*Only components\/figure\.ts writes numbers/,
      /planted_number\.tsx:3:3 plugin/,
      /planted_number\.tsx:4:3 plugin/,
      /plantedName\.ts lint\/style\/useFilenamingConvention/,
      /plantedName\.ts:\S+ lint\/complexity\/noExcessiveLinesPerFunction/,
      /plantedName\.ts format/,
    ],
  },
  {
    gate: types,
    parts: ['tsconfig.json', 'dashboard/tsconfig.json', 'package.json', 'src/lib'],
    files: {
      'src/lib/planted_type.ts': `export const wrong: number = 'text'\n`,
      'dashboard/src/planted_page.ts': `export const wrong: string = document.title.length\n`,
    },
    found: [/planted_type\.ts\(1,14\): error TS2322/, /planted_page\.ts\(1,14\): error TS2322/],
  },
  { gate: imports, ...planted_imports },
  {
    gate: dead_code,
    parts: ['knip.jsonc', 'tsconfig.json', 'package.json', 'src/lib'],
    files: {
      'src/cli/main.ts': `import { backoff_ms } from '#lib/backoff.ts'\nbackoff_ms(1)\n`,
      'src/domain/planted_file.ts': `export const nobody = 1\n`,
      'src/lib/backoff.ts': `+export const planted_export = 1\n`,
      'src/lib/planted_for_tests.ts': `export const planted = 1\n`,
      'test/domain/planted.test.ts': `import '#lib/planted_for_tests.ts'\n`,
    },
    found: [
      /Unused files[\s\S]*src\/domain\/planted_file\.ts/,
      /Unused exports[\s\S]*planted_export/,
      /Unused files[\s\S]*src\/lib\/planted_for_tests\.ts/,
    ],
  },
  {
    gate: references,
    parts: ['package.json', 'README.md', 'src'],
    files: {
      'docs/planted.md': `# Planted

\`test/planted.test.ts\`, "a name that …", "a gone test", "a part of", "a comment", "there … that", "…"
[gone](gone.md) [no heading](../README.md#no-such-heading) \`src/engine/gone.ts\` \`gone_file.ts\` \`src/<area>/gone_*.ts\`

\`\`\`
npm run gone_script
npx tablero gone
npx tablero org gone
npx tablero org create "A" --gone EUR --currency USD
node scripts/gone.ts
\`\`\`
`,
      'docs/adr/0099_planted.md': `# Planted\n\n\`test/moved.test.ts\` is history.\n\nHeld by \`test/gone.test.ts\`, "a name".\n`,
      'test/planted.test.ts': `// a comment, "a comment"\ntest('a name that is there', () => {})\ntest('a part of a name', () => {})\n`,
    },
    found: [
      ...['a gone test', 'a part of', 'a comment', 'there … that', '…'].map((name) => RegExp(`"${name}" does not`)),
      /0099_planted\.md: test\/gone\.test\.ts does not exist/,
      ...[/planted\.md: gone\.md/, /README\.md#no-such-heading/, /src\/engine\/gone\.ts/],
      ...[/gone_file\.ts/, /src\/<area>\/gone_\*\.ts/],
      ...[/npm run gone_script/, /npx tablero gone/, /npx tablero org gone/, / scripts\/gone\.ts/],
      /planted\.md: npx before node scripts\/gone\.ts does not exist/,
      /planted\.md: --gone of npx tablero org create does not exist/,
    ],
  },
  {
    gate: regexes,
    parts: [],
    files: {
      'src/lib/planted_slow.ts': `export const slow = [/\\w*secret/, /^(?:a+)+$/, /x*x*y/g]\nexport const fine = /secret\\w*/\n`,
    },
    found: [
      /planted_slow\.ts:1 \/\\w\*secret\/ takes quadratic/,
      /planted_slow\.ts:1 \/\^\(\?:a\+\)\+\$\/ takes exponential/,
      /planted_slow\.ts:1 \/x\*x\*y\/g takes quadratic/,
    ],
  },
  { gate: migrations, ...planted_migrations },
  {
    gate: licenses,
    parts: [],
    files: {
      'package-lock.json': JSON.stringify({
        packages: {
          '': {},
          'node_modules/planted_gpl': { license: 'GPL-3.0-only' },
          'node_modules/planted_none': {},
          'node_modules/planted_both': { license: '(MIT AND AGPL-3.0-only)' },
          'node_modules/planted_either': { license: '(MIT OR GPL-2.0-only)' },
          'node_modules/planted_dev': { license: 'GPL-3.0-only', dev: true },
        },
      }),
    },
    found: [
      /only 4 of \d+ packages/,
      /planted_gpl has the license GPL-3\.0-only, which may not be shipped/,
      /planted_none has the license unknown/,
      /planted_both has the license/,
      /^(?![\s\S]*planted_(either|dev))/,
    ],
  },
  {
    gate: dependencies,
    parts: [],
    files: {
      'package.json': JSON.stringify({
        dependencies: { zod: '4', planted: '1' },
        peerDependencies: { '@planted/peer': '1' },
        devDependencies: { '@planted/font': '1', react: '1', vite: '1', tool: '1' },
      }),
      'dashboard/src/page.tsx': `import { useState } from 'react'\nimport { t } from './language.ts'\nimport '#x'\n`,
      'dashboard/src/base.css': 'src: url("@planted/font/files/a.woff2")',
      'docs/adr/0012_libraries.md': '| `zod` 4 | 2020 |\n| `vite`, `dropped` 1 |\n',
      'docs/adr/0013_planted.md': 'It needs `@planted/peer`, not planted.\n',
    },
    found: [
      /^planted is named in no decision/m,
      /^react is named in no decision/m,
      /^@planted\/font is named in no decision/m,
      /has a line for dropped, which package\.json does not name/,
      /^(?![\s\S]*(zod|peer|vite|tool) is|[\s\S]*for (zod|vite))/,
    ],
  },
  {
    gate: images,
    parts: [],
    files: {
      Dockerfile: `FROM node:26 AS base\nFROM base\nFROM node:26.10.0@sha256:${'0'.repeat(64)}\n`,
      'compose.yaml': `services:\n  a:\n    image: tablero\n  b:\n    image: caddy:latest@sha256:${'0'.repeat(64)}\n  c:\n    image: planted:1.2.3\n`,
    },
    found: [
      /Dockerfile: node:26 is not pinned/,
      /compose\.yaml: caddy:latest@sha256:0+ is not pinned/,
      /planted:1\.2\.3 is not pinned/,
      /^(?![\s\S]*(26\.10|base is|tablero is))/,
    ],
  },
  {
    gate: names,
    parts: [],
    files: {
      'src/lib/planted_away.ts': `import { told as heard, sent as told_rows } from './planted.ts'
export const judge_answer = (stranger: string, { here, there: manner }: Manners, [turn = 1, ...gone]: string[]) => 1
interface Troubles { patience_ms?: number; vouch(letters: string): void }
class MendedRow { static doubles = 1 }
try { heard() } catch (inTurn) {}
for (const away of []) {}
export const kept = { told: 1 }.told, turn_on = 1, turnover = 1, recommended = 1, letter = 1
`,
    },
    found: [
      /planted_away\.ts: planted_away contains “away”/,
      /planted_away\.ts:1: told_rows contains “told”\. Write answer/,
      /:2: judge_answer contains “judge”/,
      /:2: stranger contains “stranger”/,
      /:2: manner contains “manner”/,
      /:2: turn contains “turn”/,
      /:2: gone contains “gone”/,
      /:3: Troubles contains “troubles”/,
      /:3: patience_ms contains “patience”/,
      /:3: vouch contains “vouch”/,
      /:3: letters contains “letters”/,
      /:4: MendedRow contains “mended”/,
      /:4: doubles contains “doubles”/,
      /:5: inTurn contains “in_turn”\. Write interleaved/,
      /:6: away contains “away”/,
      /^(?![\s\S]*(planted_away\.ts:7|Manners|heard))/,
    ],
  },
  {
    gate: prose,
    parts: ['docs/glossary.md'],
    files: {
      'scripts/lint/planted_prose.ts': `// The door mends what is planted.
/**
 * A stranger comes while another is under
 * way. ${'It is one sentence of many words, and goes further, '.repeat(4)}and ends.
 */
export const planted = {
  about: 'Three letters of ' + \`\${Math.PI} turns away\`,
  // \`door\` is code, and a recommendation is a word of its own.
  door: 'untold',
}
refuse(\`\${planted} was told\`)
test('nobody judges the the planted', () => {})
`,
      'docs/glossary.md': '+\nThe patience of a door.\n',
    },
    found: [
      /planted_prose\.ts:1 .*“door”.*transport/,
      /planted_prose\.ts:1 .*“mends”.*fix/,
      /planted_prose\.ts:3 .*“stranger”/,
      /planted_prose\.ts:3 .*“under way”/,
      /planted_prose\.ts:4 .*exceeds the maximum sentence length/,
      /planted_prose\.ts:7 .*“letters”/,
      /planted_prose\.ts:7 .*“turns away”/,
      /planted_prose\.ts:11 .*“told”/,
      /planted_prose\.ts:12 .*“judges”/,
      /planted_prose\.ts:12 .*“the the”/,
      /glossary\.md:\d+ .*“patience”/,
      /glossary\.md:\d+ .*“door”/,
    ],
  },
  {
    gate: long_runs,
    parts: ['docs/long_runs.md'],
    files: {
      'docs/long_runs.md': `| Run | Command | Result | Figures | Time | When |
|---|---|---|---|---|---|
| A planted run | \`npm test\` | not run yet | none | none | never |
| The package, installed by npm | \`INSTALL=1 npm test -- test/runtime/package.test.ts\` | not run yet | none | none | never |
| Killed servers | \`TABLERO_TEST_KILLS=1 npm test -- test/runtime/server.test.ts\` | 13 of 13 passed | none | 1 s | today |
| Webhooks, 200 a second | \`npm test\` | 1 of 1 passed | none | 69 s | today |
| Webhooks, 200 a second | \`npm test\` | 1 of 1 passed | none | 69 s | today |
`,
    },
    found: [
      /has a line for 'A planted run', which scripts\/long\/runs\.ts does not declare/,
      /has no line for 'Killed processes'/,
      /has another command for 'Killed servers'/,
      /has several lines for 'Webhooks, 200 a second'/,
      /^(?![\s\S]*installed by npm)/,
    ],
  },
  {
    gate: budgets,
    parts: [],
    files: { 'src/lib/planted_long.ts': `${'// line\n'.repeat(301)}` },
    found: [/planted_long\.ts has 301 lines/],
  },
]

function long_function(): string {
  return `export function long() {\n${'  Math.random()\n'.repeat(71)}}\n`
}
