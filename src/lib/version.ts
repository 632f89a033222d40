// Which Tablero this is: the only version there is beside the one of the API's description, which the contract sets.
import about from '../../package.json' with { type: 'json' }

export const VERSION = about.version
