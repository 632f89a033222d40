// What a scaffold consists of.
export interface Plan {
  /** New files, by path from the root. */
  files: Record<string, string>
  /** Files that list what there is, each with how it changes. */
  lists: Record<string, (text: string) => string>
  /** Whether generated files, such as the types of tables, are then written again. */
  generates?: boolean
  /** What the author does now. */
  next: string[]
}

/** Something that the author can fix. */
export class CannotScaffold extends Error {}
