// The parts of a scaffold.
export interface Plan {
  /** New files, by path from the root. */
  files: Record<string, string>
  /** Files that list units, each with the function that adds the new unit. */
  lists: Record<string, (text: string) => string>
  /** True if generated files, such as the types of tables, must be written again. */
  generates?: boolean
  /** What to do when one of the files exists. */
  if_taken?: string
  /** The next steps of the author. */
  next: string[]
}

/** An error that the author can fix. */
export class CannotScaffold extends Error {}
