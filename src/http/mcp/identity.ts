// Who answers at /mcp, and by which revision of the protocol.
export const SERVER_INFO = { name: 'tablero', title: 'Tablero', version: '1.0.0' }
export const CURRENT_REVISION = '2026-07-28'
