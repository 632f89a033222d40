// A replacement for Tablero that can be killed: starts the server of argv[2], then inserts numbers and prints each one after its
// commit.

import pg from 'pg'
import { start_postgres } from '#db/embedded/server.ts'

const [data_dir, shared_dir] = process.argv.slice(2)
const { url, stop } = await start_postgres({ data_dir: data_dir!, shared_dir })
const client = new pg.Client(url)
await client.connect()
await client.query('create table if not exists acknowledged (n bigserial)')
console.log('ready')
let stopping = false
process.on('SIGTERM', () => {
  stopping = true
})
while (!stopping) {
  const { rows } = await client.query('insert into acknowledged default values returning n')
  console.log(rows[0].n)
}
await client.end()
await stop()
