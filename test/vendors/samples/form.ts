// The form of the list of samples.

export interface LeftOut {
  why: string
  /** Units of the platform. A name that ends with * stands for all that begin so. */
  of: string
}

export interface Samples {
  /** Titles of tests, each with the units that it converts. */
  mapped: Record<string, string>
  /** The file of the tests, where it is not <platform>.test.ts. */
  file?: string
  left_out: LeftOut[]
}
