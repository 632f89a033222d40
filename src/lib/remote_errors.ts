// Errors of requests to other machines. Their codes (ECONNREFUSED, ENOTFOUND, …) are the same as those of the database's connection,
// but these errors say nothing about the database.
const remote = new WeakSet<object>()

/** Marks what was thrown while another machine was asked. */
export function mark_remote<Thrown>(thrown: Thrown): Thrown {
  if (typeof thrown === 'object' && thrown !== null) remote.add(thrown)
  return thrown
}

export const is_remote = (thrown: object): boolean => remote.has(thrown)
