// The version of this Tablero. The only other version is that of the API's description, which the contract sets.
import about from '../../package.json' with { type: 'json' }

export const VERSION = about.version
