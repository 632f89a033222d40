// The tests that may be skipped, each with the reason. Any other skip fails a run, so that no test is left out silently.
import { matchesGlob } from 'node:path'

/** A test that was skipped, with the reason that it gives. */
export interface Skipped {
  file: string
  path: readonly string[]
  skip: string
}

interface Permitted {
  /** The files in which the tests stand, which may be modules that test files call. All when absent. */
  files?: string
  reason: RegExp
  why: string
}

export const permitted_skips: readonly Permitted[] = [
  {
    reason: /^the .*published contracts? (?:is|are) not on this machine$/,
    why: 'The contracts belong to others, and are not in the repository.',
  },
  {
    files: 'test/connectors/*.ts',
    reason: /./,
    why: 'A platform cannot cause the case. The case matrix says why, and names the tests that must run.',
  },
  { files: 'test/citus/*.test.ts', reason: /./, why: 'A cluster or real orders are needed.' },
  {
    files: 'test/runtime/image.test.ts',
    reason: /^it runs with IMAGE=1$/,
    why: 'It makes an image, which takes minutes. CI runs it before the suite.',
  },
  {
    files: 'test/dashboard/pictures.test.ts',
    reason: /compare/,
    why: 'npm run verify compares the pictures, with one browser.',
  },
  {
    reason: /\bis not (?:installed|there|on this machine)\b/,
    why: 'A program is needed that is no package of the project.',
  },
  { reason: /^npm's cache lacks the packages$/, why: 'npm reads its cache alone, and the test does no download.' },
  { files: 'test/runtime/older_node.test.ts', reason: /^there is none$/, why: 'A second, older Node is needed.' },
  {
    reason: /^(?:needs root|needs the right to mount|there is no prlimit)$/,
    why: 'A right or a command of Linux is needed.',
  },
  { reason: /^it reads \/proc$/, why: 'Only Linux has /proc.' },
]

const is_permitted = ({ file, skip }: Skipped) =>
  permitted_skips.some(({ files, reason }) => (!files || matchesGlob(file, files)) && reason.test(skip))

/** The skips that no entry permits, as sentences. */
export const not_permitted = (skipped: readonly Skipped[]): string[] =>
  skipped
    .filter((one) => !is_permitted(one))
    .map(
      ({ file, path, skip }) =>
        `${file}: '${path.join(' > ')}' is skipped (${skip}), and scripts/cases/skips.ts does not permit it.`,
    )

/** How many tests were skipped, by reason, the most frequent first. */
export function skips_by_reason(skipped: readonly Skipped[]): string {
  const reasons = [...Map.groupBy(skipped, ({ skip }) => skip)].sort(([, a], [, b]) => b.length - a.length)
  return reasons.map(([reason, all]) => `${all.length} × ${reason}`).join('; ')
}
