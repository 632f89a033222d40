/** A random generator that returns the same numbers in every run (Park and Miller). */
export function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}
