// The sentence for an error of the system or the database that the operator can fix.

/** What the operator can fix. The message is a sentence that says how. */
export class Mistake extends Error {
  override name = 'Mistake'
}

/** Codes of Node and OpenSSL for a certificate that is not trusted, or not of this server. */
const TLS_REFUSED = /CERT|UNABLE_TO_(GET|VERIFY)/

export function mistake_of(error: unknown): string | undefined {
  if (error instanceof Mistake) return error.message
  const { code, message, path, port, syscall } = error as NodeJS.ErrnoException & { port?: number }
  const name = String(code) // a number when a child process failed
  const what = message || name // an attempt at several addresses has no message of its own
  if (name === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another port, or to 0 for a free one.`
  if (name === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user. Set PORT to a port above 1023.`
  if (syscall === 'mkdir' && path) return `The folder ${path} cannot be created (${name}). Choose another place.`
  if (name === 'EACCES' && path) return `${path} may not be opened by this user.`
  if (name === 'ENOENT' && path) return `${path} does not exist, or its folder does not.`
  if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/.test(name))
    return `The database cannot be reached: ${what}. Check DATABASE_URL.`
  if (name === 'EISDIR') return `${path ?? 'What was named'} is a folder. Name a file.`
  if (name === 'EEXIST' && path) return `${path} exists already.`
  if (TLS_REFUSED.test(name) || /does not support SSL/.test(what))
    return `The database refused the connection: ${what}. Check sslmode in DATABASE_URL, and DATABASE_CA_FILE.`
  // SQLSTATE (PostgreSQL, appendix A): invalid password, user or database.
  if (/^(28P01|28000|3D000)$/.test(name)) return `The database refused the connection: ${what}. Check DATABASE_URL.`
  return undefined
}
