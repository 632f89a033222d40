// Everything that a tool with figures needs: `import * as f from '#figures/index.ts'`.
export * from '#figures/answer.ts'
export * from '#figures/figure.ts'
export * from '#figures/groups.ts'
export { with_margins } from '#figures/margins.ts'
export * from '#figures/period.ts'
export * from '#figures/provenance.ts'
export * from '#figures/rows.ts'
export * from '#figures/wording.ts'
