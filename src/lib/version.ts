// The only version: of the package, the API's description, the MCP server and the command line.
import about from '../../package.json' with { type: 'json' }

export const VERSION = about.version
