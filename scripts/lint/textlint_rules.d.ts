// The rules come without types.
declare module 'textlint-rule-terminology' {
  import type { TextlintKernelRule } from '@textlint/kernel'
  /** A word as it is spelled, or a pattern and what is written instead. */
  export type Term = string | readonly [not: string, write: string]
  export function getTerms(with_defaults: boolean, terms: readonly Term[], exclude: readonly string[]): Term[]
  const rule: TextlintKernelRule['rule']
  export default rule
}

declare module 'textlint-rule-sentence-length' {
  import type { TextlintKernelRule } from '@textlint/kernel'

  const commonjs: { default: TextlintKernelRule['rule'] }
  export default commonjs
}
